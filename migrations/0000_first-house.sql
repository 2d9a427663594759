CREATE SCHEMA "platform";
--> statement-breakpoint
CREATE SCHEMA "accounts";
--> statement-breakpoint
CREATE TABLE "platform"."audit" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"detail" jsonb NOT NULL,
	"request_id" text NOT NULL,
	"seq" bigint,
	"hash" text,
	CONSTRAINT "audit_seq_unique" UNIQUE("seq")
);
--> statement-breakpoint
CREATE TABLE "platform"."installation" (
	"id" integer PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"install_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."limits" (
	"key" text NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "limits_key_window_start_pk" PRIMARY KEY("key","window_start")
);
--> statement-breakpoint
CREATE TABLE "platform"."mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"content" jsonb,
	"once_key" text,
	"created_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"error" text,
	"message_id" text,
	CONSTRAINT "mails_onceKey_unique" UNIQUE("once_key")
);
--> statement-breakpoint
CREATE TABLE "platform"."outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"payload" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"next_try_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "platform"."reactions_done" (
	"fact_id" uuid NOT NULL,
	"reaction" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "reactions_done_fact_id_reaction_pk" PRIMARY KEY("fact_id","reaction")
);
--> statement-breakpoint
CREATE TABLE "platform"."settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform"."timers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"due" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "accounts"."people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean NOT NULL,
	"image" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"role" integer DEFAULT 1 NOT NULL,
	"capabilities" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"password_hash" text DEFAULT 'managed' NOT NULL,
	"apple_id_token" text,
	"time_zone" text,
	"terms_accepted_at" timestamp with time zone,
	"blocked_at" timestamp with time zone,
	"demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts"."proofs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"kind" text,
	"subject" text
);
--> statement-breakpoint
CREATE TABLE "accounts"."sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "accounts"."sign_ins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"account_id" text NOT NULL,
	"password" text,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts"."tries" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts"."sessions" ADD CONSTRAINT "sessions_user_id_people_id_fk" FOREIGN KEY ("user_id") REFERENCES "accounts"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts"."sign_ins" ADD CONSTRAINT "sign_ins_user_id_people_id_fk" FOREIGN KEY ("user_id") REFERENCES "accounts"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_subject" ON "platform"."audit" USING btree ("subject","at");--> statement-breakpoint
CREATE INDEX "audit_at" ON "platform"."audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "mails_due" ON "platform"."mails" USING btree ("next_try_at") WHERE "platform"."mails"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "mails_newest" ON "platform"."mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mails_to" ON "platform"."mails" USING btree ("to","created_at");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "platform"."outbox" USING btree ("next_try_at");--> statement-breakpoint
CREATE UNIQUE INDEX "timers_one" ON "platform"."timers" USING btree ("kind","subject");--> statement-breakpoint
CREATE INDEX "timers_due" ON "platform"."timers" USING btree ("due");--> statement-breakpoint
CREATE UNIQUE INDEX "people_email" ON "accounts"."people" USING btree ("email");--> statement-breakpoint
CREATE INDEX "people_admins" ON "accounts"."people" USING btree ("role") WHERE "accounts"."people"."role" = 3;--> statement-breakpoint
CREATE UNIQUE INDEX "proofs_identifier" ON "accounts"."proofs" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "proofs_subject" ON "accounts"."proofs" USING btree ("kind","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token" ON "accounts"."sessions" USING btree ("token");--> statement-breakpoint
CREATE INDEX "sessions_person" ON "accounts"."sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_ins_identity" ON "accounts"."sign_ins" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "sign_ins_person" ON "accounts"."sign_ins" USING btree ("user_id");