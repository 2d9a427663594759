CREATE TABLE "payments"."document_counters" (
	"kind" text NOT NULL,
	"test" boolean NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "document_counters_kind_test_year_pk" PRIMARY KEY("kind","test","year")
);
--> statement-breakpoint
CREATE TABLE "payments"."documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"test" boolean NOT NULL,
	"year" integer NOT NULL,
	"number" integer NOT NULL,
	"charge_id" uuid,
	"refund_id" uuid,
	"cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"method" text NOT NULL,
	"tax_name" text NOT NULL,
	"tax_rate" integer NOT NULL,
	"tax_cents" bigint NOT NULL,
	"tax_number" text NOT NULL,
	"seller_name" text NOT NULL,
	"seller_address" text NOT NULL,
	"seller_email" text NOT NULL,
	"issued_on" date NOT NULL,
	"issued_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments"."documents" ADD CONSTRAINT "documents_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "payments"."charges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments"."documents" ADD CONSTRAINT "documents_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "payments"."refunds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_number" ON "payments"."documents" USING btree ("kind","test","year","number");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_charge" ON "payments"."documents" USING btree ("charge_id");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_refund" ON "payments"."documents" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "documents_order" ON "payments"."documents" USING btree ("order_id","issued_at");