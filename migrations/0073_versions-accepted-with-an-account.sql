ALTER TABLE "accounts"."people" ADD COLUMN "terms_version" text;--> statement-breakpoint
ALTER TABLE "accounts"."people" ADD COLUMN "privacy_version" text;