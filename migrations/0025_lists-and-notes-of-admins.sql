CREATE SCHEMA "admin";
--> statement-breakpoint
CREATE TABLE "admin"."order_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"text" text NOT NULL,
	"mentions" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admin"."saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "order_notes_order" ON "admin"."order_notes" USING btree ("order_id","created_at","id");--> statement-breakpoint
CREATE INDEX "order_notes_author" ON "admin"."order_notes" USING btree ("author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "admin"."saved_views" USING btree ("person_id","name");--> statement-breakpoint
CREATE INDEX "orders_open_state" ON "orders"."orders" USING btree ("status","kind") WHERE "orders"."orders"."status" not in ('completed', 'cancelled', 'refunded');--> statement-breakpoint
CREATE INDEX "orders_open_price" ON "orders"."orders" USING btree ("price_cents","id") WHERE "orders"."orders"."status" not in ('completed', 'cancelled', 'refunded');--> statement-breakpoint
CREATE INDEX "orders_price" ON "orders"."orders" USING btree ("price_cents","id");--> statement-breakpoint
CREATE INDEX "orders_service" ON "orders"."orders" USING btree ("service","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_frozen" ON "orders"."orders" USING btree ("id") WHERE "orders"."orders"."frozen";
--> statement-breakpoint
-- The search now finds the client's name and the writer's pseudonym, too. Orders of deleted accounts keep their number alone.
UPDATE "orders"."orders" SET "search" = lower(concat_ws(' ', "number", "title", "client_name", "client_email", coalesce("writer_name", ''))) WHERE "search" <> lower("number");
