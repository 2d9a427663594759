ALTER TABLE "accounts"."people" ADD COLUMN "factor_removal_asked_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "people_newest" ON "accounts"."people" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "people_writers" ON "accounts"."people" USING btree ("created_at","id") WHERE "accounts"."people"."role" = 2;--> statement-breakpoint
CREATE INDEX "people_blocked" ON "accounts"."people" USING btree ("created_at","id") WHERE "accounts"."people"."blocked_at" is not null;--> statement-breakpoint
CREATE INDEX "people_factor_removals" ON "accounts"."people" USING btree ("factor_removal_asked_at") WHERE "accounts"."people"."factor_removal_asked_at" is not null;--> statement-breakpoint
CREATE INDEX "people_search" ON "accounts"."people" USING gin (lower(' ' || "name" || ' ' || "email") gin_trgm_ops);