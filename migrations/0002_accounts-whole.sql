CREATE TABLE "accounts"."backup_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "accounts"."email_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"old_email" text NOT NULL,
	"new_email" text NOT NULL,
	"old_token" text NOT NULL,
	"new_token" text NOT NULL,
	"old_confirmed_at" timestamp with time zone,
	"new_confirmed_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"undo_token" text,
	"undone_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts"."passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"backed_up" boolean DEFAULT false NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "accounts"."provider_trips" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"browser" text NOT NULL,
	"provider" text NOT NULL,
	"sealed" text NOT NULL,
	"purpose" text NOT NULL,
	"person_id" uuid,
	"next" text,
	"popup" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "accounts"."totps" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "accounts"."people" ADD COLUMN "look" text;--> statement-breakpoint
ALTER TABLE "accounts"."people" ADD COLUMN "notices_off" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts"."people" ADD COLUMN "deletion_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts"."people" ADD COLUMN "anonymised_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts"."people" ADD COLUMN "blocked_for" text;--> statement-breakpoint
ALTER TABLE "accounts"."sessions" ADD COLUMN "way" text DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts"."sessions" ADD COLUMN "fresh_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts"."sessions" ADD COLUMN "factor_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts"."sessions" ADD COLUMN "short" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts"."sign_ins" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "accounts"."backup_codes" ADD CONSTRAINT "backup_codes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "accounts"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts"."email_changes" ADD CONSTRAINT "email_changes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "accounts"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts"."passkeys" ADD CONSTRAINT "passkeys_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "accounts"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts"."totps" ADD CONSTRAINT "totps_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "accounts"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "backup_codes_person" ON "accounts"."backup_codes" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "email_changes_person" ON "accounts"."email_changes" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_old" ON "accounts"."email_changes" USING btree ("old_token");--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_new" ON "accounts"."email_changes" USING btree ("new_token");--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_undo" ON "accounts"."email_changes" USING btree ("undo_token");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "accounts"."passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_person" ON "accounts"."passkeys" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_trips_state" ON "accounts"."provider_trips" USING btree ("state");--> statement-breakpoint
CREATE INDEX "provider_trips_expiry" ON "accounts"."provider_trips" USING btree ("expires_at");