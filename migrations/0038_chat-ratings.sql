CREATE TABLE "chat"."ratings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"chat_id" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"rating" text,
	"comment" text DEFAULT '' NOT NULL,
	"rated_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "chat"."saved_replies" ADD COLUMN "delivered" text;--> statement-breakpoint
ALTER TABLE "chat"."saved_replies" ADD COLUMN "removed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "chat"."ratings" ADD CONSTRAINT "ratings_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "chat"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ratings_chat" ON "chat"."ratings" USING btree ("chat_id","asked_at");--> statement-breakpoint
CREATE INDEX "ratings_rated" ON "chat"."ratings" USING btree ("rated_at") WHERE "chat"."ratings"."rated_at" is not null;--> statement-breakpoint
CREATE INDEX "mails_failed" ON "platform"."mails" USING btree ("created_at","id") WHERE "platform"."mails"."state" in ('refused', 'expired') or "platform"."mails"."error" is not null;--> statement-breakpoint
ALTER TABLE "chat"."saved_replies" ADD CONSTRAINT "saved_replies_delivered_unique" UNIQUE("delivered");