CREATE TABLE "orders"."hidden_texts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"side" text NOT NULL,
	"person_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"sealed" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "hidden_texts_order" ON "orders"."hidden_texts" USING btree ("order_id","at");