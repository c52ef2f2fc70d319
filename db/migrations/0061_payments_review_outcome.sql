ALTER TABLE "payments" ADD COLUMN "review_outcome" text;--> statement-breakpoint
-- Accepted: a person accepted the order in the transaction that settled the payment, as its history says.
UPDATE "payments" p SET "review_outcome" = 'accepted'
WHERE p."review_resolved_at" IS NOT NULL AND p."status" IN ('paid', 'partly_refunded', 'refunded', 'authorised') AND EXISTS (
  SELECT FROM "order_history" h WHERE h."order_uid" = p."order_uid" AND h."field" = 'status' AND h."to_value" = 'accepted'
    AND h."actor" NOT IN ('shopper', 'gateway', 'job') AND abs(extract(epoch FROM h."created_at" - p."settled_at")) < 60);--> statement-breakpoint
-- Money on a page whose review had been closed before: where the shop couldn't use it, nobody has seen that yet; any other paid its order.
UPDATE "payments" SET "review_resolved_at" = NULL
WHERE "review_outcome" IS NULL AND "review_resolved_at" < "settled_at" AND "status" IN ('paid', 'partly_refunded', 'authorised')
  AND ("review_reason" = 'paid twice' OR "review_reason" LIKE 'paid after %');--> statement-breakpoint
UPDATE "payments" SET "review_reason" = NULL, "review_resolved_at" = NULL, "taken_agorot" = NULL
WHERE "review_outcome" IS NULL AND "review_resolved_at" < "settled_at" AND "status" IN ('paid', 'partly_refunded', 'authorised');--> statement-breakpoint
-- Of the others, what has gone back had no decision of its own (`refunded`, `cancelled`); what hasn't was closed.
UPDATE "payments" SET "review_outcome" = 'closed'
WHERE "review_outcome" IS NULL AND "review_resolved_at" IS NOT NULL AND "status" NOT IN ('refunded', 'cancelled');
