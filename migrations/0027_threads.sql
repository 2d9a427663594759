CREATE TABLE "chat"."thread_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"thread_id" uuid NOT NULL,
	"message" text NOT NULL,
	"hidden" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sealed" text,
	"side" text NOT NULL,
	"sender_id" uuid NOT NULL,
	"timestamp" timestamp with time zone NOT NULL,
	"attachment" text,
	"attachment_name" text,
	"attachment_id" uuid
);
--> statement-breakpoint
CREATE TABLE "chat"."threads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"writer_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_message_time" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"client_read_to" timestamp with time zone,
	"writer_read_to" timestamp with time zone,
	"client_unread" integer DEFAULT 0 NOT NULL,
	"writer_unread" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chat"."thread_messages" ADD CONSTRAINT "thread_messages_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "chat"."threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "thread_messages_order" ON "chat"."thread_messages" USING btree ("thread_id","timestamp","id");--> statement-breakpoint
CREATE INDEX "thread_messages_sealed" ON "chat"."thread_messages" USING btree ("timestamp") WHERE "chat"."thread_messages"."sealed" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "threads_of_order" ON "chat"."threads" USING btree ("order_id","writer_id");--> statement-breakpoint
CREATE INDEX "threads_writer" ON "chat"."threads" USING btree ("writer_id");