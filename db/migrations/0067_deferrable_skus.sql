-- A product's variants can exchange their SKUs in one statement: they are compared at its end, not row by row.
ALTER TABLE "variants" DROP CONSTRAINT "variants_company_uid_sku_unique";--> statement-breakpoint
-- contract: it binds what the constraint before it has bound, so no row breaks it, and an older process writes none that does
ALTER TABLE "variants" ADD CONSTRAINT "variants_company_uid_sku_unique" UNIQUE("company_uid","sku") DEFERRABLE INITIALLY IMMEDIATE;
