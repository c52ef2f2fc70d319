-- contract: nothing reads or writes these columns before this version
ALTER TABLE "order_files" DROP CONSTRAINT "order_files_storage_key_unique";--> statement-breakpoint
-- contract: the table is empty: no version before this one writes it
ALTER TABLE "order_files" ADD COLUMN "content" "bytea" NOT NULL;--> statement-breakpoint
-- contract: nothing reads or writes it before this version
ALTER TABLE "order_files" DROP COLUMN "storage_key";
