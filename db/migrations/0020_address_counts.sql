CREATE TABLE "address_counts" (
	"kind" text NOT NULL,
	"address" text NOT NULL,
	"count" integer NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "address_counts_kind_address_pk" PRIMARY KEY("kind","address")
);
--> statement-breakpoint
CREATE INDEX "address_counts_until_index" ON "address_counts" USING btree ("until");