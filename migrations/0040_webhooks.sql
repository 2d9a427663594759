CREATE TABLE "api"."deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claim" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"tried_at" timestamp with time zone,
	"status" integer,
	"answer" text
);
--> statement-breakpoint
CREATE TABLE "api"."endpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"events" jsonb NOT NULL,
	"secret" text NOT NULL,
	"old_secret" text,
	"old_secret_until" timestamp with time zone,
	"on" boolean NOT NULL,
	"off_because" text,
	"failing_since" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "api_deliveries_once" ON "api"."deliveries" USING btree ("endpoint_id","event_id","type");--> statement-breakpoint
CREATE INDEX "api_deliveries_due" ON "api"."deliveries" USING btree ("next_try_at") WHERE "api"."deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "api_deliveries_newest" ON "api"."deliveries" USING btree ("endpoint_id","created_at","id");--> statement-breakpoint
CREATE INDEX "api_endpoints_newest" ON "api"."endpoints" USING btree ("created_at","id");