ALTER TABLE "refund_lines" ADD COLUMN "units" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- The fee of a refund that waits for a second person was sent in agorot; the call takes shekels.
UPDATE "approvals" SET "input" = jsonb_set("input", '{fee}', to_jsonb(round(("input" ->> 'fee')::numeric / 100, 2)::text))
WHERE "call" = 'orders.refund' AND "status" = 'waiting' AND "input" ->> 'fee' ~ '^[0-9]+$';
