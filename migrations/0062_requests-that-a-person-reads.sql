CREATE TABLE "orders"."screened_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"state" text NOT NULL,
	"asked" text NOT NULL,
	"rule" text NOT NULL,
	"ask" text NOT NULL,
	"guard_version" integer NOT NULL,
	"field" text NOT NULL,
	"sentence" text NOT NULL,
	"title" text NOT NULL,
	"service" text NOT NULL,
	"total_cents" bigint,
	"kept" jsonb,
	"values" jsonb NOT NULL,
	"texts_digest" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"form_digest" text NOT NULL,
	"answer" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"ends_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "screened_requests_form" ON "orders"."screened_requests" USING btree ("client_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "screened_requests_client" ON "orders"."screened_requests" USING btree ("client_id","created_at");--> statement-breakpoint
CREATE INDEX "screened_requests_waiting" ON "orders"."screened_requests" USING btree ("created_at","id") WHERE "orders"."screened_requests"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "screened_requests_decided" ON "orders"."screened_requests" USING btree ("decided_at","id") WHERE "orders"."screened_requests"."decided_at" is not null;