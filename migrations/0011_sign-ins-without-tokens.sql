ALTER TABLE "accounts"."sign_ins" DROP COLUMN "access_token";--> statement-breakpoint
ALTER TABLE "accounts"."sign_ins" DROP COLUMN "refresh_token";--> statement-breakpoint
ALTER TABLE "accounts"."sign_ins" DROP COLUMN "id_token";--> statement-breakpoint
ALTER TABLE "accounts"."sign_ins" DROP COLUMN "access_token_expires_at";--> statement-breakpoint
ALTER TABLE "accounts"."sign_ins" DROP COLUMN "refresh_token_expires_at";--> statement-breakpoint
ALTER TABLE "accounts"."sign_ins" DROP COLUMN "scope";