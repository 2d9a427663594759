CREATE SCHEMA "platform";
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
CREATE INDEX "audit_subject" ON "platform"."audit" USING btree ("subject","at");--> statement-breakpoint
CREATE INDEX "audit_at" ON "platform"."audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "platform"."outbox" USING btree ("next_try_at");--> statement-breakpoint
CREATE UNIQUE INDEX "timers_one" ON "platform"."timers" USING btree ("kind","subject");--> statement-breakpoint
CREATE INDEX "timers_due" ON "platform"."timers" USING btree ("due");