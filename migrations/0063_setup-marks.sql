CREATE TABLE "admin"."setup_marks" (
	"key" text PRIMARY KEY NOT NULL,
	"ok" boolean NOT NULL,
	"message" text NOT NULL,
	"of" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
