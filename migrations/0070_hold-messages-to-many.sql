CREATE TABLE "chat"."held_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"batch" uuid NOT NULL,
	"chat_id" uuid NOT NULL,
	"by_id" uuid NOT NULL,
	"message" text NOT NULL,
	"orders" uuid[] NOT NULL,
	"reminder" boolean NOT NULL,
	"state" text DEFAULT 'held' NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "held_messages_batch" ON "chat"."held_messages" USING btree ("batch");--> statement-breakpoint
CREATE INDEX "held_messages_made" ON "chat"."held_messages" USING btree ("created_at");