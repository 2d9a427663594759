CREATE SCHEMA "chat";
--> statement-breakpoint
CREATE TABLE "chat"."chats" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_name" text NOT NULL,
	"user_email" text NOT NULL,
	"user_role" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_message" text,
	"last_message_time" timestamp with time zone,
	"last_sender" text,
	"last_sender_role" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"waiting_since" timestamp with time zone,
	"assigned_to" uuid,
	"assigned_at" timestamp with time zone,
	"client_read_to" timestamp with time zone,
	"office_read_to" timestamp with time zone,
	"client_unread" integer DEFAULT 0 NOT NULL,
	"office_unread" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat"."enquiries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"text" text NOT NULL,
	"order" text,
	"created_at" timestamp with time zone NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"answered_by" uuid,
	"idempotency_key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat"."messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"chat_id" uuid NOT NULL,
	"message" text NOT NULL,
	"sender_id" text NOT NULL,
	"sender_type" text NOT NULL,
	"sender_role" integer NOT NULL,
	"timestamp" timestamp with time zone NOT NULL,
	"attachment" text,
	"attachment_name" text,
	"attachment_id" uuid,
	"stored_name" text
);
--> statement-breakpoint
CREATE TABLE "chat"."notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"chat_id" uuid NOT NULL,
	"text" text NOT NULL,
	"by_id" uuid NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat"."saved_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"updated_by" uuid NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chat"."messages" ADD CONSTRAINT "messages_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "chat"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat"."notes" ADD CONSTRAINT "notes_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "chat"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chats_waiting" ON "chat"."chats" USING btree ("waiting_since","id") WHERE "chat"."chats"."waiting_since" is not null;--> statement-breakpoint
CREATE INDEX "chats_newest" ON "chat"."chats" USING btree ("last_message_time","id");--> statement-breakpoint
CREATE INDEX "chats_unread" ON "chat"."chats" USING btree ("last_message_time","id") WHERE "chat"."chats"."office_unread" > 0;--> statement-breakpoint
CREATE INDEX "chats_mine" ON "chat"."chats" USING btree ("assigned_to","last_message_time","id") WHERE "chat"."chats"."assigned_to" is not null;--> statement-breakpoint
CREATE INDEX "chats_changed" ON "chat"."chats" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "enquiries_waiting" ON "chat"."enquiries" USING btree ("created_at","id") WHERE "chat"."enquiries"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "enquiries_newest" ON "chat"."enquiries" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "enquiries_once" ON "chat"."enquiries" USING btree ("idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_order" ON "chat"."messages" USING btree ("chat_id","timestamp","id");--> statement-breakpoint
CREATE INDEX "notes_chat" ON "chat"."notes" USING btree ("chat_id","at");