CREATE TABLE "writing"."writer_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"writer_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments"."refund_accounts" ADD COLUMN "fingerprint" text;--> statement-breakpoint
CREATE INDEX "writer_notes_writer" ON "writing"."writer_notes" USING btree ("writer_id","id");--> statement-breakpoint
CREATE INDEX "writer_notes_author" ON "writing"."writer_notes" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "sessions_address" ON "accounts"."sessions" USING btree ("ip_address");--> statement-breakpoint
CREATE INDEX "order_history_asked" ON "orders"."order_history" USING btree (("detail"->>'writerId')) WHERE "orders"."order_history"."action" in ('assign', 'claim');