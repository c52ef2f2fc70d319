-- contract: an older process writes pictures without a focus point, which is what null stands for
ALTER TABLE "product_images" ALTER COLUMN "focus_x" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "product_images" ALTER COLUMN "focus_x" DROP NOT NULL;--> statement-breakpoint
-- contract: an older process writes no focus point, as for the column above
ALTER TABLE "product_images" ALTER COLUMN "focus_y" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "product_images" ALTER COLUMN "focus_y" DROP NOT NULL;--> statement-breakpoint
-- contract: nobody could set a point before, and rewriting this small table logs no change of each picture, as an UPDATE would
ALTER TABLE "product_images" ALTER COLUMN "focus_x" TYPE integer USING null::integer, ALTER COLUMN "focus_y" TYPE integer USING null::integer;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_focus" CHECK (("product_images"."focus_x" is null) = ("product_images"."focus_y" is null) and coalesce("product_images"."focus_x", 0) between 0 and 100 and coalesce("product_images"."focus_y", 0) between 0 and 100) NOT VALID;
