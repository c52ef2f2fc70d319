ALTER TABLE "posts" ALTER COLUMN "picture" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ALTER COLUMN "picture_alt" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "posts" ALTER COLUMN "picture_width" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "posts" ALTER COLUMN "picture_height" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "price_on_request" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_price_on_request" CHECK (not "products"."price_on_request" or "products"."stock_policy" = 'ON_REQUEST') NOT VALID;