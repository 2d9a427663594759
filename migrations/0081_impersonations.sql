CREATE TABLE "accounts"."impersonations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"admin_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "accounts"."impersonations" ADD CONSTRAINT "impersonations_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "accounts"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "impersonations_running" ON "accounts"."impersonations" USING btree ("session_id") WHERE "accounts"."impersonations"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "impersonations_person" ON "accounts"."impersonations" USING btree ("person_id","started_at");