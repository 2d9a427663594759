CREATE SCHEMA "files";
--> statement-breakpoint
CREATE TABLE "files"."files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"place" text NOT NULL,
	"about" text,
	"name" text NOT NULL,
	"state" text DEFAULT 'receiving' NOT NULL,
	"size" bigint NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"declared_type" text,
	"type" text,
	"sha256" text,
	"key" text NOT NULL,
	"ref" text DEFAULT '' NOT NULL,
	"lease_by" text,
	"lease_until" timestamp with time zone,
	"lease_wanted" boolean DEFAULT false NOT NULL,
	"writing" boolean DEFAULT false NOT NULL,
	"check_at" timestamp with time zone,
	"check_tries" integer DEFAULT 0 NOT NULL,
	"refusal" text,
	"clean_state" text DEFAULT 'waiting' NOT NULL,
	"clean_key" text,
	"clean_size" bigint,
	"thumb_key" text,
	"thumb_type" text,
	"attached_to" text,
	"attached_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"gone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "files_owner" ON "files"."files" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "files_attached" ON "files"."files" USING btree ("place","attached_to") WHERE "files"."files"."attached_to" is not null;--> statement-breakpoint
CREATE INDEX "files_check" ON "files"."files" USING btree ("check_at") WHERE "files"."files"."state" = 'checking';--> statement-breakpoint
CREATE INDEX "files_expiry" ON "files"."files" USING btree ("expires_at") WHERE "files"."files"."expires_at" is not null;--> statement-breakpoint
CREATE INDEX "files_gone" ON "files"."files" USING btree ("gone_at") WHERE "files"."files"."state" = 'gone';