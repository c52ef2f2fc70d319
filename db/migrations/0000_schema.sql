-- The whole schema as `drizzle-kit generate` writes it from db/schema, with the extensions before it and two constraints after it.
-- Functions and triggers are in db/triggers and db/change-log.ts.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
CREATE SCHEMA "sandbox";
--> statement-breakpoint
CREATE TYPE "public"."product_kind" AS ENUM('VEHICLE', 'ACCESSORY', 'SPARE_PART', 'SERVICE');--> statement-breakpoint
CREATE TYPE "public"."relation_kind" AS ENUM('UPSELL', 'RELATED');--> statement-breakpoint
CREATE TYPE "public"."stock_policy" AS ENUM('IN_STOCK', 'PRE_ORDER', 'ON_REQUEST', 'OUT_OF_STOCK');--> statement-breakpoint
CREATE TYPE "public"."order_status" AS ENUM('payment', 'accepted', 'in_process', 'delivery_in_process', 'provided', 'cancelled', 'refunded');--> statement-breakpoint
CREATE TYPE "public"."payment_status" AS ENUM('pending', 'authorised', 'paid', 'failed', 'cancelled', 'partly_refunded', 'refunded');--> statement-breakpoint
CREATE TYPE "public"."refund_status" AS ENUM('due', 'asked', 'done', 'refused', 'unknown');--> statement-breakpoint
CREATE TYPE "public"."row_origin" AS ENUM('IMPORT', 'OPERATOR');--> statement-breakpoint
CREATE TYPE "public"."sale_kind" AS ENUM('PERCENT', 'FIXED', 'FIXED_PRICE', 'BUY_X_GET_Y', 'BUNDLE', 'FREE_DELIVERY');--> statement-breakpoint
CREATE TYPE "public"."delivery_kind" AS ENUM('PICKUP', 'COURIER', 'HANDOVER');--> statement-breakpoint
CREATE TYPE "public"."store_status" AS ENUM('open', 'under_construction', 'closed');--> statement-breakpoint
CREATE TABLE "cart_lines" (
	"customer_uid" uuid NOT NULL,
	"variant_uid" uuid NOT NULL,
	"configuration" text DEFAULT '' NOT NULL,
	"quantity" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_lines_customer_uid_variant_uid_configuration_pk" PRIMARY KEY("customer_uid","variant_uid","configuration"),
	CONSTRAINT "cart_lines_quantity_check" CHECK ("cart_lines"."quantity" between 1 and 99)
);
--> statement-breakpoint
CREATE TABLE "customer_images" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_uid" uuid NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_images_customer_uid_unique" UNIQUE("customer_uid")
);
--> statement-breakpoint
CREATE TABLE "garage_vehicles" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_uid" uuid NOT NULL,
	"vehicle_uid" uuid NOT NULL,
	"year" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "garage_vehicles_customer_uid_vehicle_uid_year_unique" UNIQUE NULLS NOT DISTINCT("customer_uid","vehicle_uid","year")
);
--> statement-breakpoint
CREATE TABLE "saved_configurations" (
	"customer_uid" uuid NOT NULL,
	"configuration_uid" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_configurations_customer_uid_configuration_uid_pk" PRIMARY KEY("customer_uid","configuration_uid")
);
--> statement-breakpoint
CREATE TABLE "saved_quotes" (
	"customer_uid" uuid NOT NULL,
	"quote_uid" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_quotes_customer_uid_quote_uid_pk" PRIMARY KEY("customer_uid","quote_uid")
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"code" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "streets" (
	"settlement_code" integer NOT NULL,
	"code" integer NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "streets_settlement_code_code_pk" PRIMARY KEY("settlement_code","code")
);
--> statement-breakpoint
CREATE TABLE "post_categories" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "post_categories_store_uid_slug_unique" UNIQUE("store_uid","slug")
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"category_uid" uuid NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"body" text NOT NULL,
	"author" text NOT NULL,
	"picture" text,
	"picture_alt" text DEFAULT '' NOT NULL,
	"picture_width" integer DEFAULT 0 NOT NULL,
	"picture_height" integer DEFAULT 0 NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"products" text[] DEFAULT '{}' NOT NULL,
	"minutes" integer NOT NULL,
	"featured" boolean DEFAULT false NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "posts_store_uid_slug_unique" UNIQUE("store_uid","slug")
);
--> statement-breakpoint
CREATE TABLE "collection_products" (
	"collection_uid" uuid NOT NULL,
	"product_uid" uuid NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "collection_products_collection_uid_product_uid_pk" PRIMARY KEY("collection_uid","product_uid")
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"parent_uid" uuid,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"banner" text,
	"rule" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"filters" text[],
	CONSTRAINT "collections_store_uid_slug_unique" UNIQUE("store_uid","slug")
);
--> statement-breakpoint
CREATE TABLE "product_faqs" (
	"product_uid" uuid NOT NULL,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_faqs_product_uid_position_pk" PRIMARY KEY("product_uid","position")
);
--> statement-breakpoint
CREATE TABLE "product_images" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_uid" uuid NOT NULL,
	"variant_uid" uuid,
	"media" text NOT NULL,
	"view" text NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_meta" (
	"product_uid" uuid NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "product_meta_product_uid_key_value_pk" PRIMARY KEY("product_uid","key","value")
);
--> statement-breakpoint
CREATE TABLE "product_relations" (
	"product_uid" uuid NOT NULL,
	"related_uid" uuid NOT NULL,
	"kind" "relation_kind" NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "product_relations_product_uid_related_uid_kind_pk" PRIMARY KEY("product_uid","related_uid","kind")
);
--> statement-breakpoint
CREATE TABLE "product_safety" (
	"product_uid" uuid NOT NULL,
	"name" text NOT NULL,
	"explanation" text DEFAULT '' NOT NULL,
	"icon" text DEFAULT '' NOT NULL,
	"standard" boolean DEFAULT true NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_safety_product_uid_position_pk" PRIMARY KEY("product_uid","position")
);
--> statement-breakpoint
CREATE TABLE "product_specs" (
	"product_uid" uuid NOT NULL,
	"group_name" text NOT NULL,
	"name" text NOT NULL,
	"value" text NOT NULL,
	"unit" text DEFAULT '' NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_specs_product_uid_position_pk" PRIMARY KEY("product_uid","position")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_uid" uuid NOT NULL,
	"brand_uid" uuid,
	"slug" text NOT NULL,
	"kind" "product_kind" NOT NULL,
	"name" text NOT NULL,
	"subtitle" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"price_agorot" bigint NOT NULL,
	"deleted_price_agorot" bigint,
	"deposit_agorot" bigint,
	"year" integer,
	"licence_class" text,
	"stock_policy" "stock_policy" DEFAULT 'IN_STOCK' NOT NULL,
	"pollution_group" integer,
	"safety_level" integer,
	"warranty" text DEFAULT '' NOT NULL,
	"badges" text[] DEFAULT '{}' NOT NULL,
	"videos" text[] DEFAULT '{}' NOT NULL,
	"seo_title" text,
	"seo_description" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"price_on_request" boolean DEFAULT false NOT NULL,
	CONSTRAINT "products_company_uid_slug_unique" UNIQUE("company_uid","slug"),
	CONSTRAINT "products_price_positive" CHECK ("products"."price_agorot" >= 0),
	CONSTRAINT "products_price_on_request" CHECK (not "products"."price_on_request" or "products"."stock_policy" = 'ON_REQUEST')
);
--> statement-breakpoint
CREATE TABLE "slug_history" (
	"owner_uid" uuid NOT NULL,
	"entity_type" text NOT NULL,
	"slug" text NOT NULL,
	"entity_uid" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "slug_history_owner_uid_entity_type_slug_pk" PRIMARY KEY("owner_uid","entity_type","slug")
);
--> statement-breakpoint
CREATE TABLE "store_products" (
	"store_uid" uuid NOT NULL,
	"product_uid" uuid NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"is_home" boolean DEFAULT false NOT NULL,
	"price_agorot" bigint,
	"deleted_price_agorot" bigint,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "store_products_store_uid_product_uid_pk" PRIMARY KEY("store_uid","product_uid")
);
--> statement-breakpoint
CREATE TABLE "variant_values" (
	"variant_uid" uuid NOT NULL,
	"type" text NOT NULL,
	"value_name" text NOT NULL,
	"value" text NOT NULL,
	"value_type" text DEFAULT 'TEXT' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "variant_values_variant_uid_type_pk" PRIMARY KEY("variant_uid","type")
);
--> statement-breakpoint
CREATE TABLE "variants" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_uid" uuid NOT NULL,
	"product_uid" uuid NOT NULL,
	"sku" text NOT NULL,
	"price_agorot" bigint,
	"deleted_price_agorot" bigint,
	"stock" integer DEFAULT 0 NOT NULL,
	"weight_g" integer,
	"active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "variants_company_uid_sku_unique" UNIQUE("company_uid","sku"),
	CONSTRAINT "variants_stock_not_negative" CHECK ("variants"."stock" >= 0)
);
--> statement-breakpoint
CREATE TABLE "configurations" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"product_uid" uuid NOT NULL,
	"code" text NOT NULL,
	"choices" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "configurations_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "configurator_choices" (
	"product_uid" uuid NOT NULL,
	"key" text NOT NULL,
	"group_position" integer NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"price_agorot" bigint DEFAULT 0 NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"variant_skus" text[] DEFAULT '{}' NOT NULL,
	"picture_sku" text,
	CONSTRAINT "configurator_choices_product_uid_key_pk" PRIMARY KEY("product_uid","key")
);
--> statement-breakpoint
CREATE TABLE "configurator_groups" (
	"product_uid" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"multiple" boolean DEFAULT false NOT NULL,
	CONSTRAINT "configurator_groups_product_uid_position_pk" PRIMARY KEY("product_uid","position")
);
--> statement-breakpoint
CREATE TABLE "configurator_rules" (
	"product_uid" uuid NOT NULL,
	"position" integer NOT NULL,
	"choice" text NOT NULL,
	"kind" text NOT NULL,
	"others" text[] NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "configurator_rules_product_uid_position_pk" PRIMARY KEY("product_uid","position"),
	CONSTRAINT "configurator_rules_kind" CHECK ("configurator_rules"."kind" in ('requires', 'excludes'))
);
--> statement-breakpoint
CREATE TABLE "content_pages" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_pages_store_uid_slug_unique" UNIQUE("store_uid","slug")
);
--> statement-breakpoint
CREATE TABLE "menu_links" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"menu_key" text NOT NULL,
	"parent_uid" uuid,
	"name" text NOT NULL,
	"entity_type" text NOT NULL,
	"slug" text,
	"custom_path" text,
	"area_number" integer DEFAULT 1 NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "redirect_misses" (
	"store_uid" uuid NOT NULL,
	"path" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"last_seen" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "redirect_misses_store_uid_path_pk" PRIMARY KEY("store_uid","path")
);
--> statement-breakpoint
CREATE TABLE "redirects" (
	"store_uid" uuid NOT NULL,
	"source" text NOT NULL,
	"target" text NOT NULL,
	CONSTRAINT "redirects_store_uid_source_pk" PRIMARY KEY("store_uid","source")
);
--> statement-breakpoint
CREATE TABLE "widgets" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"area" text NOT NULL,
	"component" text NOT NULL,
	"style" text DEFAULT '' NOT NULL,
	"attributes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "addresses" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_uid" uuid NOT NULL,
	"city" text NOT NULL,
	"street" text DEFAULT '' NOT NULL,
	"house" text DEFAULT '' NOT NULL,
	"entrance" text DEFAULT '' NOT NULL,
	"floor" text DEFAULT '' NOT NULL,
	"apartment" text DEFAULT '' NOT NULL,
	"postal_code" text DEFAULT '' NOT NULL,
	"remarks" text DEFAULT '' NOT NULL,
	"is_main" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"customer_uid" uuid NOT NULL,
	"kind" text NOT NULL,
	"given" boolean NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_identities" (
	"store_uid" uuid NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"customer_uid" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_identities_store_uid_provider_subject_pk" PRIMARY KEY("store_uid","provider","subject")
);
--> statement-breakpoint
CREATE TABLE "customer_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"customer_uid" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"phone" text,
	"email" text,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"password_hash" text,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"erased_at" timestamp with time zone,
	"email_verified_at" timestamp with time zone,
	CONSTRAINT "customers_store_uid_phone_unique" UNIQUE("store_uid","phone")
);
--> statement-breakpoint
CREATE TABLE "favorites" (
	"customer_uid" uuid NOT NULL,
	"product_uid" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favorites_customer_uid_product_uid_pk" PRIMARY KEY("customer_uid","product_uid")
);
--> statement-breakpoint
CREATE TABLE "login_tickets" (
	"ticket_hash" text PRIMARY KEY NOT NULL,
	"store_uid" uuid NOT NULL,
	"phone" text,
	"expires_at" timestamp with time zone NOT NULL,
	"kind" text DEFAULT 'phone' NOT NULL,
	"identity" jsonb
);
--> statement-breakpoint
CREATE TABLE "otp_codes" (
	"store_uid" uuid NOT NULL,
	"phone" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries_left" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone,
	"asked_from" text DEFAULT '' NOT NULL,
	CONSTRAINT "otp_codes_store_uid_phone_pk" PRIMARY KEY("store_uid","phone")
);
--> statement-breakpoint
CREATE TABLE "otp_sends" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"phone" text NOT NULL,
	"address" text NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"about" text DEFAULT 'code' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"customer_uid" uuid NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_tries" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"address" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_subscriptions" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"variant_uid" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	CONSTRAINT "stock_subscriptions_store_uid_variant_uid_recipient_unique" UNIQUE("store_uid","variant_uid","recipient")
);
--> statement-breakpoint
CREATE TABLE "document_series" (
	"company_uid" uuid NOT NULL,
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "document_series_company_uid_kind_year_pk" PRIMARY KEY("company_uid","kind","year")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_uid" uuid NOT NULL,
	"store_uid" uuid NOT NULL,
	"order_uid" uuid NOT NULL,
	"payment_uid" uuid NOT NULL,
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"sequence" integer,
	"number" text NOT NULL,
	"link" text,
	"allocation_number" text,
	"credits_uid" uuid,
	"net_agorot" bigint NOT NULL,
	"vat_agorot" bigint NOT NULL,
	"total_agorot" bigint NOT NULL,
	"vat_bp" integer NOT NULL,
	"content" jsonb NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "documents_sequence" UNIQUE("company_uid","provider","kind","year","sequence"),
	CONSTRAINT "documents_number" UNIQUE("company_uid","provider","kind","number"),
	CONSTRAINT "documents_sum" CHECK ("documents"."total_agorot" = "documents"."net_agorot" + "documents"."vat_agorot" and "documents"."total_agorot" > 0)
);
--> statement-breakpoint
CREATE TABLE "finance_quotes" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"asked" jsonb NOT NULL,
	"quote" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"branch_uid" uuid NOT NULL,
	"service" text NOT NULL,
	"product_uid" uuid,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"seat" integer NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"email" text,
	"message" text DEFAULT '' NOT NULL,
	"secret_hash" text NOT NULL,
	"remind_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"moves" integer DEFAULT 0 NOT NULL,
	"placed_from" text DEFAULT '' NOT NULL,
	CONSTRAINT "bookings_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"email" text,
	"message" text DEFAULT '' NOT NULL,
	"product_uid" uuid,
	"marketing_consent" boolean DEFAULT false NOT NULL,
	"consent_text" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finance_quote" jsonb,
	"model" text DEFAULT '' NOT NULL,
	"consent_address" text
);
--> statement-breakpoint
CREATE TABLE "subscribers" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"email" text NOT NULL,
	"consent_text" text NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"unsubscribed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"consent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"consent_address" text,
	"asked" integer DEFAULT 0 NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_address" text,
	CONSTRAINT "subscribers_secret_unique" UNIQUE("secret"),
	CONSTRAINT "subscribers_store_uid_email_unique" UNIQUE("store_uid","email")
);
--> statement-breakpoint
CREATE TABLE "address_counts" (
	"kind" text NOT NULL,
	"address" text NOT NULL,
	"count" integer NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "address_counts_kind_address_pk" PRIMARY KEY("kind","address")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"actor" text NOT NULL,
	"command" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_kind" text DEFAULT 'command' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"undoes" uuid
);
--> statement-breakpoint
CREATE TABLE "cache_versions" (
	"scope" text PRIMARY KEY NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"id" bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"deed_uid" uuid NOT NULL,
	"table_name" text NOT NULL,
	"row_key" jsonb NOT NULL,
	"entity_uid" uuid,
	"store_uid" uuid,
	"operation" text NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "limit_hits" (
	"uuid" uuid NOT NULL,
	"policy" text NOT NULL,
	"subject" text NOT NULL,
	"address" text NOT NULL,
	"store" text NOT NULL,
	"known" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "limit_hits_uuid_policy_subject_pk" PRIMARY KEY("uuid","policy","subject")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"order_uid" uuid,
	"content" jsonb,
	"gave_up_at" timestamp with time zone,
	"provider" text,
	"reference" text,
	"delivery" text,
	"delivery_note" text,
	"report_due_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sandbox"."pages" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reference" text NOT NULL,
	"amount_agorot" bigint NOT NULL,
	"currency" text NOT NULL,
	"max_payments" integer NOT NULL,
	"capture" text NOT NULL,
	"product_name" text NOT NULL,
	"customer" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"return_url" text NOT NULL,
	"webhook_url" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."transactions" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"page_uid" uuid NOT NULL,
	"state" text NOT NULL,
	"amount_agorot" bigint NOT NULL,
	"refunded_agorot" bigint DEFAULT 0 NOT NULL,
	"payments_count" integer DEFAULT 1 NOT NULL,
	"last4" text NOT NULL,
	"card_brand" text NOT NULL,
	"approval_number" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."webhooks" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"page_uid" uuid NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"sale_uid" uuid NOT NULL,
	"code" text NOT NULL,
	"customer_uid" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"uses_limit" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"origin" "row_origin" DEFAULT 'OPERATOR' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"order_uid" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_store_uid_key_unique" UNIQUE("store_uid","key")
);
--> statement-breakpoint
CREATE TABLE "order_consents" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_uid" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_consents_order_uid_kind_unique" UNIQUE("order_uid","kind")
);
--> statement-breakpoint
CREATE TABLE "order_discounts" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_uid" uuid NOT NULL,
	"sale_uid" uuid,
	"sale_name" text NOT NULL,
	"coupon_code" text,
	"amount_agorot" bigint NOT NULL,
	"coupon_uid" uuid
);
--> statement-breakpoint
CREATE TABLE "order_history" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_uid" uuid NOT NULL,
	"field" text NOT NULL,
	"from_value" text,
	"to_value" text NOT NULL,
	"actor" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_uid" uuid NOT NULL,
	"product_uid" uuid,
	"variant_uid" uuid,
	"name" text NOT NULL,
	"sku" text NOT NULL,
	"values" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"configuration" jsonb,
	"media" text,
	"quantity" integer NOT NULL,
	"price_agorot" bigint NOT NULL,
	"discount_agorot" bigint DEFAULT 0 NOT NULL,
	"stock_taken" integer DEFAULT 0 NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "order_lines_quantity" CHECK ("order_lines"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"customer_uid" uuid,
	"number" text NOT NULL,
	"secret_hash" text NOT NULL,
	"status" "order_status" DEFAULT 'payment' NOT NULL,
	"payment_status" "payment_status" DEFAULT 'pending' NOT NULL,
	"payment_method" text NOT NULL,
	"payments_count" integer DEFAULT 1 NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone" text NOT NULL,
	"email" text NOT NULL,
	"address" jsonb,
	"business" jsonb,
	"remarks" text DEFAULT '' NOT NULL,
	"delivery_type_uid" uuid,
	"delivery_name" text DEFAULT '' NOT NULL,
	"branch_uid" uuid,
	"lines_agorot" bigint NOT NULL,
	"discount_agorot" bigint DEFAULT 0 NOT NULL,
	"delivery_agorot" bigint DEFAULT 0 NOT NULL,
	"total_agorot" bigint NOT NULL,
	"due_agorot" bigint NOT NULL,
	"finance_quote" jsonb,
	"terms_accepted_at" timestamp with time zone NOT NULL,
	"marketing_consent" boolean DEFAULT false NOT NULL,
	"hold_until" timestamp with time zone,
	"stock_held" boolean DEFAULT true NOT NULL,
	"paid_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"placed_from" text,
	"erased_at" timestamp with time zone,
	CONSTRAINT "orders_number_unique" UNIQUE("number"),
	CONSTRAINT "orders_secret_hash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "orders_sum" CHECK ("orders"."total_agorot" = "orders"."lines_agorot" - "orders"."discount_agorot" + "orders"."delivery_agorot" and "orders"."total_agorot" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_uid" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_ref" text,
	"url" text,
	"capture" text DEFAULT 'sale' NOT NULL,
	"status" "payment_status" DEFAULT 'pending' NOT NULL,
	"amount_agorot" bigint NOT NULL,
	"refunded_agorot" bigint DEFAULT 0 NOT NULL,
	"max_payments" integer DEFAULT 1 NOT NULL,
	"payments_count" integer,
	"transaction_id" text,
	"approval_number" text,
	"last4" text,
	"card_brand" text,
	"review_reason" text,
	"next_check_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	"review_resolved_at" timestamp with time zone,
	"taken_agorot" bigint,
	"document" jsonb,
	"taken_as" text
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_uid" uuid NOT NULL,
	"amount_agorot" bigint NOT NULL,
	"status" "refund_status" DEFAULT 'due' NOT NULL,
	"actor" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"ask_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone,
	"error" text,
	"reference" text,
	"document" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_agorot" > 0)
);
--> statement-breakpoint
CREATE TABLE "sales" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" "sale_kind" NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"terms" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"min_sum_agorot" bigint,
	"min_quantity" integer,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"uses_limit" integer,
	"uses_per_customer" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"exclusive" boolean DEFAULT false NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"by_coupon" boolean DEFAULT false NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"origin" "row_origin" DEFAULT 'OPERATOR' NOT NULL,
	CONSTRAINT "sales_store_uid_name_unique" UNIQUE("store_uid","name")
);
--> statement-breakpoint
CREATE TABLE "assemblies" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_uid" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"media" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "assemblies_company_uid_slug_unique" UNIQUE("company_uid","slug")
);
--> statement-breakpoint
CREATE TABLE "assembly_callouts" (
	"assembly_uid" uuid NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"x" real NOT NULL,
	"y" real NOT NULL,
	"quantity" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "assembly_callouts_assembly_uid_number_pk" PRIMARY KEY("assembly_uid","number"),
	CONSTRAINT "assembly_callouts_on_the_picture" CHECK ("assembly_callouts"."x" between 0 and 100 and "assembly_callouts"."y" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "assembly_vehicles" (
	"assembly_uid" uuid NOT NULL,
	"vehicle_uid" uuid NOT NULL,
	"year_from" integer NOT NULL,
	"year_to" integer NOT NULL,
	CONSTRAINT "assembly_vehicles_assembly_uid_vehicle_uid_pk" PRIMARY KEY("assembly_uid","vehicle_uid")
);
--> statement-breakpoint
CREATE TABLE "callout_parts" (
	"assembly_uid" uuid NOT NULL,
	"number" integer NOT NULL,
	"part_uid" uuid NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "callout_parts_assembly_uid_number_part_uid_pk" PRIMARY KEY("assembly_uid","number","part_uid")
);
--> statement-breakpoint
CREATE TABLE "part_fits" (
	"part_uid" uuid NOT NULL,
	"vehicle_uid" uuid NOT NULL,
	"year_from" integer NOT NULL,
	"year_to" integer NOT NULL,
	CONSTRAINT "part_fits_part_uid_vehicle_uid_year_from_pk" PRIMARY KEY("part_uid","vehicle_uid","year_from")
);
--> statement-breakpoint
CREATE TABLE "search_documents" (
	"store_uid" uuid NOT NULL,
	"product_uid" uuid NOT NULL,
	"position" integer NOT NULL,
	"terms" "tsvector" NOT NULL,
	"body" "tsvector" NOT NULL,
	CONSTRAINT "search_documents_store_uid_product_uid_pk" PRIMARY KEY("store_uid","product_uid")
);
--> statement-breakpoint
CREATE TABLE "search_numbers" (
	"company_uid" uuid NOT NULL,
	"number" text NOT NULL,
	"product_uid" uuid NOT NULL,
	"whole" boolean NOT NULL,
	CONSTRAINT "search_numbers_product_uid_number_pk" PRIMARY KEY("product_uid","number")
);
--> statement-breakpoint
CREATE TABLE "search_synonyms" (
	"store_uid" uuid NOT NULL,
	"position" integer NOT NULL,
	"words" text[] NOT NULL,
	CONSTRAINT "search_synonyms_store_uid_position_pk" PRIMARY KEY("store_uid","position")
);
--> statement-breakpoint
CREATE TABLE "search_terms" (
	"store_uid" uuid NOT NULL,
	"term" text NOT NULL,
	"products" integer NOT NULL,
	"shown" text NOT NULL,
	CONSTRAINT "search_terms_store_uid_term_pk" PRIMARY KEY("store_uid","term")
);
--> statement-breakpoint
CREATE TABLE "branch_stores" (
	"branch_uid" uuid NOT NULL,
	"store_uid" uuid NOT NULL,
	CONSTRAINT "branch_stores_branch_uid_store_uid_unique" UNIQUE("branch_uid","store_uid")
);
--> statement-breakpoint
CREATE TABLE "branches" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_uid" uuid NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"city" text NOT NULL,
	"address" text NOT NULL,
	"region" text NOT NULL,
	"phone" text NOT NULL,
	"lat" real,
	"lng" real,
	"services" text[] DEFAULT '{}' NOT NULL,
	"hours" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"exceptions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"booking" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "branches_company_uid_key_unique" UNIQUE("company_uid","key")
);
--> statement-breakpoint
CREATE TABLE "brands" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_uid" uuid NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text NOT NULL,
	"logo" text,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "brands_company_uid_key_unique" UNIQUE("company_uid","key")
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"legal_name" text NOT NULL,
	"company_number" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "companies_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "delivery_types" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"key" text NOT NULL,
	"kind" "delivery_kind" NOT NULL,
	"name" text NOT NULL,
	"days" text,
	"price_agorot" integer DEFAULT 0 NOT NULL,
	"free_from_agorot" integer,
	"product_kinds" text[] DEFAULT '{}' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"prices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"max_weight_g" integer,
	CONSTRAINT "delivery_types_store_uid_key_unique" UNIQUE("store_uid","key")
);
--> statement-breakpoint
CREATE TABLE "finance_plans" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"store_uid" uuid NOT NULL,
	"name" text NOT NULL,
	"lender" text NOT NULL,
	"rate_bp" integer NOT NULL,
	"rate_kind" text NOT NULL,
	"rates_date" text NOT NULL,
	"months_min" integer NOT NULL,
	"months_max" integer NOT NULL,
	"months_step" integer NOT NULL,
	"down_min_bp" integer NOT NULL,
	"down_max_bp" integer NOT NULL,
	"balloon_bp" integer DEFAULT 0 NOT NULL,
	"fee_agorot" integer DEFAULT 0 NOT NULL,
	"min_agorot" integer NOT NULL,
	"max_agorot" integer NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"prime_bp" integer,
	CONSTRAINT "finance_plans_store_uid_name_unique" UNIQUE("store_uid","name")
);
--> statement-breakpoint
CREATE TABLE "stores" (
	"uuid" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_uid" uuid NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text NOT NULL,
	"status" "store_status" DEFAULT 'open' NOT NULL,
	"public_domain" text,
	"logo" text,
	"footer_logo" text,
	"favicon" text,
	"seo_title" text NOT NULL,
	"seo_description" text NOT NULL,
	"share_text" text,
	"tag_manager_id" text,
	"verification_code" text,
	"email" text,
	"lead_email" text,
	"gate_hash" text,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"home" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_until" timestamp with time zone,
	"closed_message" text,
	CONSTRAINT "stores_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "template_settings" (
	"store_uid" uuid NOT NULL,
	"setting_name" text NOT NULL,
	"setting_value" text NOT NULL,
	CONSTRAINT "template_settings_store_uid_setting_name_unique" UNIQUE("store_uid","setting_name")
);
--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_variant_uid_variants_uuid_fk" FOREIGN KEY ("variant_uid") REFERENCES "public"."variants"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_images" ADD CONSTRAINT "customer_images_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "garage_vehicles" ADD CONSTRAINT "garage_vehicles_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "garage_vehicles" ADD CONSTRAINT "garage_vehicles_vehicle_uid_products_uuid_fk" FOREIGN KEY ("vehicle_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_configurations" ADD CONSTRAINT "saved_configurations_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_configurations" ADD CONSTRAINT "saved_configurations_configuration_uid_configurations_uuid_fk" FOREIGN KEY ("configuration_uid") REFERENCES "public"."configurations"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_quotes" ADD CONSTRAINT "saved_quotes_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_quotes" ADD CONSTRAINT "saved_quotes_quote_uid_finance_quotes_uuid_fk" FOREIGN KEY ("quote_uid") REFERENCES "public"."finance_quotes"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streets" ADD CONSTRAINT "streets_settlement_code_settlements_code_fk" FOREIGN KEY ("settlement_code") REFERENCES "public"."settlements"("code") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_categories" ADD CONSTRAINT "post_categories_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_category_uid_post_categories_uuid_fk" FOREIGN KEY ("category_uid") REFERENCES "public"."post_categories"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_products" ADD CONSTRAINT "collection_products_collection_uid_collections_uuid_fk" FOREIGN KEY ("collection_uid") REFERENCES "public"."collections"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_products" ADD CONSTRAINT "collection_products_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_faqs" ADD CONSTRAINT "product_faqs_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_variant_uid_variants_uuid_fk" FOREIGN KEY ("variant_uid") REFERENCES "public"."variants"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_meta" ADD CONSTRAINT "product_meta_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_relations" ADD CONSTRAINT "product_relations_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_relations" ADD CONSTRAINT "product_relations_related_uid_products_uuid_fk" FOREIGN KEY ("related_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_safety" ADD CONSTRAINT "product_safety_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_specs" ADD CONSTRAINT "product_specs_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_company_uid_companies_uuid_fk" FOREIGN KEY ("company_uid") REFERENCES "public"."companies"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_brand_uid_brands_uuid_fk" FOREIGN KEY ("brand_uid") REFERENCES "public"."brands"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_products" ADD CONSTRAINT "store_products_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_products" ADD CONSTRAINT "store_products_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variant_values" ADD CONSTRAINT "variant_values_variant_uid_variants_uuid_fk" FOREIGN KEY ("variant_uid") REFERENCES "public"."variants"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_company_uid_companies_uuid_fk" FOREIGN KEY ("company_uid") REFERENCES "public"."companies"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "configurations" ADD CONSTRAINT "configurations_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "configurations" ADD CONSTRAINT "configurations_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "configurator_choices" ADD CONSTRAINT "configurator_choices_product_uid_group_position_configurator_groups_product_uid_position_fk" FOREIGN KEY ("product_uid","group_position") REFERENCES "public"."configurator_groups"("product_uid","position") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "configurator_groups" ADD CONSTRAINT "configurator_groups_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "configurator_rules" ADD CONSTRAINT "configurator_rules_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_pages" ADD CONSTRAINT "content_pages_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menu_links" ADD CONSTRAINT "menu_links_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redirect_misses" ADD CONSTRAINT "redirect_misses_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redirects" ADD CONSTRAINT "redirects_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "widgets" ADD CONSTRAINT "widgets_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_identities" ADD CONSTRAINT "customer_identities_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_identities" ADD CONSTRAINT "customer_identities_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_tokens" ADD CONSTRAINT "customer_tokens_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_tickets" ADD CONSTRAINT "login_tickets_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "otp_codes" ADD CONSTRAINT "otp_codes_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "otp_sends" ADD CONSTRAINT "otp_sends_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_subscriptions" ADD CONSTRAINT "stock_subscriptions_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_subscriptions" ADD CONSTRAINT "stock_subscriptions_variant_uid_variants_uuid_fk" FOREIGN KEY ("variant_uid") REFERENCES "public"."variants"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_series" ADD CONSTRAINT "document_series_company_uid_companies_uuid_fk" FOREIGN KEY ("company_uid") REFERENCES "public"."companies"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_company_uid_companies_uuid_fk" FOREIGN KEY ("company_uid") REFERENCES "public"."companies"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_order_uid_orders_uuid_fk" FOREIGN KEY ("order_uid") REFERENCES "public"."orders"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_payment_uid_payments_uuid_fk" FOREIGN KEY ("payment_uid") REFERENCES "public"."payments"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_credits_uid_documents_uuid_fk" FOREIGN KEY ("credits_uid") REFERENCES "public"."documents"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finance_quotes" ADD CONSTRAINT "finance_quotes_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_branch_uid_branches_uuid_fk" FOREIGN KEY ("branch_uid") REFERENCES "public"."branches"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscribers" ADD CONSTRAINT "subscribers_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."transactions" ADD CONSTRAINT "transactions_page_uid_pages_uuid_fk" FOREIGN KEY ("page_uid") REFERENCES "sandbox"."pages"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."webhooks" ADD CONSTRAINT "webhooks_page_uid_pages_uuid_fk" FOREIGN KEY ("page_uid") REFERENCES "sandbox"."pages"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_sale_uid_sales_uuid_fk" FOREIGN KEY ("sale_uid") REFERENCES "public"."sales"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_order_uid_orders_uuid_fk" FOREIGN KEY ("order_uid") REFERENCES "public"."orders"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_consents" ADD CONSTRAINT "order_consents_order_uid_orders_uuid_fk" FOREIGN KEY ("order_uid") REFERENCES "public"."orders"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_discounts" ADD CONSTRAINT "order_discounts_order_uid_orders_uuid_fk" FOREIGN KEY ("order_uid") REFERENCES "public"."orders"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_discounts" ADD CONSTRAINT "order_discounts_sale_uid_sales_uuid_fk" FOREIGN KEY ("sale_uid") REFERENCES "public"."sales"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_discounts" ADD CONSTRAINT "order_discounts_coupon_uid_coupons_uuid_fk" FOREIGN KEY ("coupon_uid") REFERENCES "public"."coupons"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_history" ADD CONSTRAINT "order_history_order_uid_orders_uuid_fk" FOREIGN KEY ("order_uid") REFERENCES "public"."orders"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_uid_orders_uuid_fk" FOREIGN KEY ("order_uid") REFERENCES "public"."orders"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_variant_uid_variants_uuid_fk" FOREIGN KEY ("variant_uid") REFERENCES "public"."variants"("uuid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_uid_customers_uuid_fk" FOREIGN KEY ("customer_uid") REFERENCES "public"."customers"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_delivery_type_uid_delivery_types_uuid_fk" FOREIGN KEY ("delivery_type_uid") REFERENCES "public"."delivery_types"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_branch_uid_branches_uuid_fk" FOREIGN KEY ("branch_uid") REFERENCES "public"."branches"("uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_uid_orders_uuid_fk" FOREIGN KEY ("order_uid") REFERENCES "public"."orders"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_uid_payments_uuid_fk" FOREIGN KEY ("payment_uid") REFERENCES "public"."payments"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales" ADD CONSTRAINT "sales_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assemblies" ADD CONSTRAINT "assemblies_company_uid_companies_uuid_fk" FOREIGN KEY ("company_uid") REFERENCES "public"."companies"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assembly_callouts" ADD CONSTRAINT "assembly_callouts_assembly_uid_assemblies_uuid_fk" FOREIGN KEY ("assembly_uid") REFERENCES "public"."assemblies"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assembly_vehicles" ADD CONSTRAINT "assembly_vehicles_assembly_uid_assemblies_uuid_fk" FOREIGN KEY ("assembly_uid") REFERENCES "public"."assemblies"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assembly_vehicles" ADD CONSTRAINT "assembly_vehicles_vehicle_uid_products_uuid_fk" FOREIGN KEY ("vehicle_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callout_parts" ADD CONSTRAINT "callout_parts_assembly_uid_assemblies_uuid_fk" FOREIGN KEY ("assembly_uid") REFERENCES "public"."assemblies"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callout_parts" ADD CONSTRAINT "callout_parts_part_uid_products_uuid_fk" FOREIGN KEY ("part_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_fits" ADD CONSTRAINT "part_fits_part_uid_products_uuid_fk" FOREIGN KEY ("part_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_fits" ADD CONSTRAINT "part_fits_vehicle_uid_products_uuid_fk" FOREIGN KEY ("vehicle_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_numbers" ADD CONSTRAINT "search_numbers_company_uid_companies_uuid_fk" FOREIGN KEY ("company_uid") REFERENCES "public"."companies"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_numbers" ADD CONSTRAINT "search_numbers_product_uid_products_uuid_fk" FOREIGN KEY ("product_uid") REFERENCES "public"."products"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_synonyms" ADD CONSTRAINT "search_synonyms_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_terms" ADD CONSTRAINT "search_terms_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "branch_stores" ADD CONSTRAINT "branch_stores_branch_uid_branches_uuid_fk" FOREIGN KEY ("branch_uid") REFERENCES "public"."branches"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "branch_stores" ADD CONSTRAINT "branch_stores_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "branches" ADD CONSTRAINT "branches_company_uid_companies_uuid_fk" FOREIGN KEY ("company_uid") REFERENCES "public"."companies"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_company_uid_companies_uuid_fk" FOREIGN KEY ("company_uid") REFERENCES "public"."companies"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_types" ADD CONSTRAINT "delivery_types_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finance_plans" ADD CONSTRAINT "finance_plans_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_company_uid_companies_uuid_fk" FOREIGN KEY ("company_uid") REFERENCES "public"."companies"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_settings" ADD CONSTRAINT "template_settings_store_uid_stores_uuid_fk" FOREIGN KEY ("store_uid") REFERENCES "public"."stores"("uuid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cart_lines_variant_uid_index" ON "cart_lines" USING btree ("variant_uid");--> statement-breakpoint
CREATE INDEX "garage_vehicles_vehicle_uid_index" ON "garage_vehicles" USING btree ("vehicle_uid");--> statement-breakpoint
CREATE INDEX "saved_configurations_configuration_uid_index" ON "saved_configurations" USING btree ("configuration_uid");--> statement-breakpoint
CREATE INDEX "saved_quotes_quote_uid_index" ON "saved_quotes" USING btree ("quote_uid");--> statement-breakpoint
CREATE INDEX "settlements_key_idx" ON "settlements" USING btree ("key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "streets_key_idx" ON "streets" USING btree ("settlement_code","key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "posts_store_uid_published_at_index" ON "posts" USING btree ("store_uid","published_at");--> statement-breakpoint
CREATE INDEX "posts_category_uid_index" ON "posts" USING btree ("category_uid");--> statement-breakpoint
CREATE INDEX "collection_products_product_uid_index" ON "collection_products" USING btree ("product_uid");--> statement-breakpoint
CREATE INDEX "product_images_product_uid_index" ON "product_images" USING btree ("product_uid");--> statement-breakpoint
CREATE INDEX "product_images_variant_uid_index" ON "product_images" USING btree ("variant_uid");--> statement-breakpoint
CREATE INDEX "product_meta_key_value_index" ON "product_meta" USING btree ("key","value");--> statement-breakpoint
CREATE INDEX "product_meta_part_number_idx" ON "product_meta" USING btree (lower(regexp_replace("value", '[^[:alnum:]]+', '', 'g')) text_pattern_ops) WHERE "product_meta"."key" = 'part_number';--> statement-breakpoint
CREATE INDEX "product_relations_related_uid_index" ON "product_relations" USING btree ("related_uid");--> statement-breakpoint
CREATE INDEX "products_brand_uid_index" ON "products" USING btree ("brand_uid");--> statement-breakpoint
CREATE INDEX "store_products_product_uid_index" ON "store_products" USING btree ("product_uid");--> statement-breakpoint
CREATE INDEX "variant_values_type_value_name_index" ON "variant_values" USING btree ("type","value_name");--> statement-breakpoint
CREATE INDEX "variants_plain_sku_idx" ON "variants" USING btree (lower(regexp_replace("sku", '[^[:alnum:]]+', '', 'g')) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "variants_product_uid_index" ON "variants" USING btree ("product_uid");--> statement-breakpoint
CREATE INDEX "configurations_product_uid_index" ON "configurations" USING btree ("product_uid");--> statement-breakpoint
CREATE INDEX "configurations_store_uid_index" ON "configurations" USING btree ("store_uid");--> statement-breakpoint
CREATE INDEX "configurator_choices_product_uid_group_position_index" ON "configurator_choices" USING btree ("product_uid","group_position");--> statement-breakpoint
CREATE INDEX "menu_links_store_uid_menu_key_index" ON "menu_links" USING btree ("store_uid","menu_key");--> statement-breakpoint
CREATE INDEX "widgets_store_uid_area_index" ON "widgets" USING btree ("store_uid","area");--> statement-breakpoint
CREATE INDEX "addresses_customer_uid_index" ON "addresses" USING btree ("customer_uid");--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_one_main_idx" ON "addresses" USING btree ("customer_uid") WHERE "addresses"."is_main";--> statement-breakpoint
CREATE INDEX "consents_customer_uid_kind_created_at_index" ON "consents" USING btree ("customer_uid","kind","created_at");--> statement-breakpoint
CREATE INDEX "customer_identities_customer_uid_index" ON "customer_identities" USING btree ("customer_uid");--> statement-breakpoint
CREATE INDEX "customer_tokens_customer_uid_index" ON "customer_tokens" USING btree ("customer_uid");--> statement-breakpoint
CREATE INDEX "customers_email_idx" ON "customers" USING btree ("store_uid",lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "customers_verified_email_idx" ON "customers" USING btree ("store_uid",lower("email")) WHERE "customers"."email_verified_at" is not null;--> statement-breakpoint
CREATE INDEX "favorites_product_uid_index" ON "favorites" USING btree ("product_uid");--> statement-breakpoint
CREATE INDEX "login_tickets_expires_at_index" ON "login_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "login_tickets_store_uid_index" ON "login_tickets" USING btree ("store_uid");--> statement-breakpoint
CREATE INDEX "otp_sends_phone_sent_at_index" ON "otp_sends" USING btree ("phone","sent_at");--> statement-breakpoint
CREATE INDEX "otp_sends_address_sent_at_index" ON "otp_sends" USING btree ("address","sent_at");--> statement-breakpoint
CREATE INDEX "otp_sends_sent_at_index" ON "otp_sends" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "otp_sends_store_uid_index" ON "otp_sends" USING btree ("store_uid");--> statement-breakpoint
CREATE INDEX "password_links_customer_uid_index" ON "password_links" USING btree ("customer_uid");--> statement-breakpoint
CREATE INDEX "password_links_expires_at_index" ON "password_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_tries_kind_subject_at_index" ON "sign_in_tries" USING btree ("kind","subject","at");--> statement-breakpoint
CREATE INDEX "sign_in_tries_kind_address_at_index" ON "sign_in_tries" USING btree ("kind","address","at");--> statement-breakpoint
CREATE INDEX "sign_in_tries_at_index" ON "sign_in_tries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "stock_subscriptions_variant_uid_index" ON "stock_subscriptions" USING btree ("variant_uid");--> statement-breakpoint
CREATE INDEX "stock_subscriptions_recipient_index" ON "stock_subscriptions" USING btree ("recipient");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_one_per_payment_idx" ON "documents" USING btree ("payment_uid") WHERE "documents"."credits_uid" is null;--> statement-breakpoint
CREATE INDEX "documents_order_uid_index" ON "documents" USING btree ("order_uid");--> statement-breakpoint
CREATE INDEX "documents_store_uid_index" ON "documents" USING btree ("store_uid");--> statement-breakpoint
CREATE INDEX "documents_payment_uid_index" ON "documents" USING btree ("payment_uid");--> statement-breakpoint
CREATE INDEX "documents_credits_uid_index" ON "documents" USING btree ("credits_uid");--> statement-breakpoint
CREATE INDEX "documents_company_uid_issued_at_index" ON "documents" USING btree ("company_uid","issued_at");--> statement-breakpoint
CREATE INDEX "finance_quotes_created_at_index" ON "finance_quotes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "finance_quotes_store_uid_index" ON "finance_quotes" USING btree ("store_uid");--> statement-breakpoint
CREATE INDEX "bookings_branch_uid_starts_at_index" ON "bookings" USING btree ("branch_uid","starts_at");--> statement-breakpoint
CREATE INDEX "bookings_store_uid_starts_at_index" ON "bookings" USING btree ("store_uid","starts_at");--> statement-breakpoint
CREATE INDEX "bookings_store_uid_phone_index" ON "bookings" USING btree ("store_uid","phone");--> statement-breakpoint
CREATE INDEX "bookings_remind_at_index" ON "bookings" USING btree ("remind_at");--> statement-breakpoint
CREATE INDEX "leads_store_uid_created_at_index" ON "leads" USING btree ("store_uid","created_at");--> statement-breakpoint
CREATE INDEX "leads_store_uid_phone_index" ON "leads" USING btree ("store_uid","phone");--> statement-breakpoint
CREATE INDEX "address_counts_until_index" ON "address_counts" USING btree ("until");--> statement-breakpoint
CREATE INDEX "audit_log_created_at_index" ON "audit_log" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "audit_log_undoes_idx" ON "audit_log" USING btree ("undoes") WHERE "audit_log"."undoes" is not null;--> statement-breakpoint
CREATE INDEX "changes_deed_uid_index" ON "changes" USING btree ("deed_uid");--> statement-breakpoint
CREATE INDEX "changes_entity_uid_id_index" ON "changes" USING btree ("entity_uid","id");--> statement-breakpoint
CREATE INDEX "limit_hits_policy_subject_at_index" ON "limit_hits" USING btree ("policy","subject","at");--> statement-breakpoint
CREATE INDEX "limit_hits_policy_address_at_index" ON "limit_hits" USING btree ("policy","address","at");--> statement-breakpoint
CREATE INDEX "limit_hits_policy_at_index" ON "limit_hits" USING btree ("policy","at");--> statement-breakpoint
CREATE INDEX "limit_hits_at_index" ON "limit_hits" USING btree ("at");--> statement-breakpoint
CREATE INDEX "outbox_report_idx" ON "outbox" USING btree ("report_due_at") WHERE "outbox"."report_due_at" is not null;--> statement-breakpoint
CREATE INDEX "outbox_due_idx" ON "outbox" USING btree ("next_attempt_at") WHERE "outbox"."sent_at" is null and "outbox"."gave_up_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_recipient_idx" ON "outbox" USING btree ("store_uid","recipient");--> statement-breakpoint
CREATE INDEX "outbox_order_idx" ON "outbox" USING btree ("order_uid") WHERE "outbox"."order_uid" is not null;--> statement-breakpoint
CREATE INDEX "outbox_given_up_idx" ON "outbox" USING btree ("gave_up_at") WHERE "outbox"."gave_up_at" is not null;--> statement-breakpoint
CREATE INDEX "transactions_page_uid_index" ON "sandbox"."transactions" USING btree ("page_uid");--> statement-breakpoint
CREATE INDEX "sandbox_webhooks_due_idx" ON "sandbox"."webhooks" USING btree ("next_attempt_at") WHERE "sandbox"."webhooks"."delivered_at" is null;--> statement-breakpoint
CREATE INDEX "coupons_sale_uid_index" ON "coupons" USING btree ("sale_uid");--> statement-breakpoint
CREATE UNIQUE INDEX "coupons_code_idx" ON "coupons" USING btree ("store_uid",upper("code"));--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_order_uid_index" ON "idempotency_keys" USING btree ("order_uid");--> statement-breakpoint
CREATE INDEX "order_discounts_order_uid_index" ON "order_discounts" USING btree ("order_uid");--> statement-breakpoint
CREATE INDEX "order_discounts_sale_uid_index" ON "order_discounts" USING btree ("sale_uid");--> statement-breakpoint
CREATE INDEX "order_discounts_coupon_uid_index" ON "order_discounts" USING btree ("coupon_uid");--> statement-breakpoint
CREATE INDEX "order_history_order_uid_created_at_index" ON "order_history" USING btree ("order_uid","created_at");--> statement-breakpoint
CREATE INDEX "order_lines_order_uid_index" ON "order_lines" USING btree ("order_uid");--> statement-breakpoint
CREATE INDEX "order_lines_product_uid_index" ON "order_lines" USING btree ("product_uid");--> statement-breakpoint
CREATE INDEX "order_lines_variant_uid_index" ON "order_lines" USING btree ("variant_uid");--> statement-breakpoint
CREATE INDEX "orders_erased_idx" ON "orders" USING btree ("erased_at") WHERE "orders"."erased_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_store_uid_created_at_index" ON "orders" USING btree ("store_uid","created_at");--> statement-breakpoint
CREATE INDEX "orders_customer_uid_created_at_index" ON "orders" USING btree ("customer_uid","created_at");--> statement-breakpoint
CREATE INDEX "orders_store_uid_phone_index" ON "orders" USING btree ("store_uid","phone");--> statement-breakpoint
CREATE INDEX "orders_branch_uid_index" ON "orders" USING btree ("branch_uid");--> statement-breakpoint
CREATE INDEX "orders_delivery_type_uid_index" ON "orders" USING btree ("delivery_type_uid");--> statement-breakpoint
CREATE INDEX "orders_placed_from_idx" ON "orders" USING btree ("placed_from") WHERE "orders"."hold_until" is not null;--> statement-breakpoint
CREATE INDEX "orders_hold_idx" ON "orders" USING btree ("hold_until") WHERE "orders"."hold_until" is not null;--> statement-breakpoint
CREATE INDEX "payments_order_uid_index" ON "payments" USING btree ("order_uid");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_provider_ref_idx" ON "payments" USING btree ("provider","provider_ref");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_open_idx" ON "payments" USING btree ("order_uid") WHERE "payments"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "payments_next_check_idx" ON "payments" USING btree ("next_check_at") WHERE "payments"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_created_idx" ON "payments" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payments_review_idx" ON "payments" USING btree ("created_at") WHERE "payments"."review_reason" is not null and "payments"."review_resolved_at" is null;--> statement-breakpoint
CREATE INDEX "refunds_payment_uid_index" ON "refunds" USING btree ("payment_uid");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_open_idx" ON "refunds" USING btree ("payment_uid") WHERE "refunds"."status" in ('due', 'asked', 'unknown');--> statement-breakpoint
CREATE INDEX "refunds_open_idx" ON "refunds" USING btree ("ask_at") WHERE "refunds"."status" in ('due', 'asked');--> statement-breakpoint
CREATE INDEX "assembly_vehicles_vehicle_uid_index" ON "assembly_vehicles" USING btree ("vehicle_uid");--> statement-breakpoint
CREATE INDEX "callout_parts_part_uid_index" ON "callout_parts" USING btree ("part_uid");--> statement-breakpoint
CREATE INDEX "part_fits_vehicle_uid_index" ON "part_fits" USING btree ("vehicle_uid");--> statement-breakpoint
CREATE INDEX "search_documents_product_uid_index" ON "search_documents" USING btree ("product_uid");--> statement-breakpoint
CREATE INDEX "search_documents_store_uid_position_index" ON "search_documents" USING btree ("store_uid","position");--> statement-breakpoint
CREATE INDEX "search_documents_terms_idx" ON "search_documents" USING gin ("store_uid","terms");--> statement-breakpoint
CREATE INDEX "search_documents_body_idx" ON "search_documents" USING gin ("store_uid","body");--> statement-breakpoint
CREATE INDEX "search_numbers_prefix_idx" ON "search_numbers" USING btree ("company_uid","number" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_terms_prefix_idx" ON "search_terms" USING btree ("store_uid","term" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_terms_similar_idx" ON "search_terms" USING gin ("term" gin_trgm_ops) WHERE "search_terms"."term" ~ '^[a-zא-ת]';--> statement-breakpoint
CREATE INDEX "branch_stores_store_uid_index" ON "branch_stores" USING btree ("store_uid");--> statement-breakpoint
CREATE INDEX "stores_company_uid_index" ON "stores" USING btree ("company_uid");--> statement-breakpoint
-- Drizzle's schema has no words for exclusion constraints: no seat, and no phone in a store, has two visits at the same time.
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_seat_free" EXCLUDE USING gist ("branch_uid" WITH =, "service" WITH =, "seat" WITH =, tstzrange("starts_at", "ends_at") WITH &&) WHERE ("cancelled_at" IS NULL);--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_phone_free" EXCLUDE USING gist ("store_uid" WITH =, "phone" WITH =, tstzrange("starts_at", "ends_at") WITH &&) WHERE ("cancelled_at" IS NULL);
