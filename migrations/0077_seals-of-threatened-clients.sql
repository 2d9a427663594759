CREATE TABLE "accounts"."seal_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seal_id" uuid NOT NULL,
	"side" text NOT NULL,
	"by_id" uuid NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts"."seal_openings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seal_id" uuid NOT NULL,
	"asked_by" uuid NOT NULL,
	"second_id" uuid NOT NULL,
	"parts" jsonb NOT NULL,
	"reason" text NOT NULL,
	"minutes" integer NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"asked_until" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"ends_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "accounts"."seals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"order_id" uuid,
	"channels" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sealed_at" timestamp with time zone NOT NULL,
	"answer_by" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"read_by" uuid,
	"lifted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "accounts"."seal_lines" ADD CONSTRAINT "seal_lines_seal_id_seals_id_fk" FOREIGN KEY ("seal_id") REFERENCES "accounts"."seals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts"."seal_openings" ADD CONSTRAINT "seal_openings_seal_id_seals_id_fk" FOREIGN KEY ("seal_id") REFERENCES "accounts"."seals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts"."seals" ADD CONSTRAINT "seals_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "accounts"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "seal_lines_seal" ON "accounts"."seal_lines" USING btree ("seal_id","at");--> statement-breakpoint
CREATE INDEX "seal_openings_seal" ON "accounts"."seal_openings" USING btree ("seal_id","asked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "seals_standing" ON "accounts"."seals" USING btree ("person_id") WHERE "accounts"."seals"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "seals_person" ON "accounts"."seals" USING btree ("person_id","sealed_at");