ALTER TABLE "refund_lines" DROP CONSTRAINT "refund_lines_quantity";--> statement-breakpoint
ALTER TABLE "refund_lines" ADD COLUMN "cost_agorot" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_cost" CHECK ("refund_lines"."cost_agorot" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_quantity" CHECK ("refund_lines"."quantity" >= 0) NOT VALID;--> statement-breakpoint
-- Of pieces that went back before: their share of the line as it is now, after those that went back earlier.
UPDATE "refund_lines" r SET "cost_agorot" = floor(s.line * s.up_to / s.pieces) - floor(s.line * (s.up_to - r.quantity) / s.pieces)
FROM (
  SELECT b.refund_uid, b.order_line_uid, l.quantity AS pieces, (l.price_agorot * l.quantity - l.discount_agorot)::numeric AS line,
    sum(b.quantity) OVER (PARTITION BY b.order_line_uid, f.status = 'refused' ORDER BY f.created_at, f.uuid) AS up_to
  FROM refund_lines b JOIN refunds f ON f.uuid = b.refund_uid JOIN order_lines l ON l.uuid = b.order_line_uid
) s
WHERE s.refund_uid = r.refund_uid AND s.order_line_uid = r.order_line_uid;