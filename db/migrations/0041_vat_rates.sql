CREATE TABLE "vat_rates" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"from_day" date NOT NULL,
	"vat_bp" integer NOT NULL,
	CONSTRAINT "vat_rates_from_day_unique" UNIQUE("from_day")
);
