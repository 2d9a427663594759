CREATE TABLE "orders"."held_refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"step" jsonb NOT NULL,
	"cents" bigint NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"alone" boolean NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"outcome" text,
	"ended_by" text,
	"ended_at" timestamp with time zone,
	"ended_why" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "held_refunds_open" ON "orders"."held_refunds" USING btree ("order_id") WHERE "orders"."held_refunds"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "held_refunds_order" ON "orders"."held_refunds" USING btree ("order_id","asked_at");--> statement-breakpoint
CREATE INDEX "held_refunds_waiting" ON "orders"."held_refunds" USING btree ("asked_at","id") WHERE "orders"."held_refunds"."ended_at" is null;