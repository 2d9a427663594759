CREATE TABLE "operator"."legal_versions" (
	"name" text NOT NULL,
	"version" text NOT NULL,
	"digest" text NOT NULL,
	"page" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "legal_versions_name_version_pk" PRIMARY KEY("name","version"),
	CONSTRAINT "legal_versions_digest" UNIQUE("name","digest")
);
--> statement-breakpoint
ALTER TABLE "orders"."orders" ADD COLUMN "privacy_version" text DEFAULT '2026-11-1';--> statement-breakpoint
ALTER TABLE "orders"."orders" ALTER COLUMN "privacy_version" DROP DEFAULT;