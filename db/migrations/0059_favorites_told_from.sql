ALTER TABLE "favorites" ADD COLUMN "told_from_price_agorot" bigint;--> statement-breakpoint
ALTER TABLE "favorites" ADD COLUMN "told_from_available" boolean;