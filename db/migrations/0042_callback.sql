ALTER TABLE "leads" ADD COLUMN "callback_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "callback_to" timestamp with time zone;