CREATE DOMAIN "exact_text" AS text COLLATE "C";
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"sequence" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"audit_id" "exact_text" NOT NULL,
	"user_id" "exact_text" NOT NULL,
	"actor_key_id" "exact_text",
	"action" "exact_text" NOT NULL,
	"target" "exact_text" NOT NULL,
	"details" json NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "audit_entries_auditId_unique" UNIQUE("audit_id")
);
--> statement-breakpoint
CREATE TABLE "keys" (
	"key_id" "exact_text" PRIMARY KEY NOT NULL,
	"sequence" bigint GENERATED ALWAYS AS IDENTITY (sequence name "keys_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" "exact_text" NOT NULL,
	"label" "exact_text" NOT NULL,
	"role" "exact_text" NOT NULL,
	"status" "exact_text" NOT NULL,
	"key_prefix" "exact_text" NOT NULL,
	"secret_hash" "exact_text",
	"scopes" json NOT NULL,
	"resource_bounds" json NOT NULL,
	"parent_key_id" "exact_text",
	"calls_per_minute" bigint,
	"created_at" bigint NOT NULL,
	"rotated_at" bigint,
	"revoked_at" bigint
);
--> statement-breakpoint
CREATE TABLE "users" (
	"user_id" "exact_text" PRIMARY KEY NOT NULL,
	"name" "exact_text" NOT NULL,
	"tier" "exact_text" NOT NULL,
	"operator" boolean DEFAULT false NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_alerts" (
	"user_id" "exact_text" NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "billing_alerts_user_id_amount_pk" PRIMARY KEY("user_id","amount")
);
--> statement-breakpoint
CREATE TABLE "billing_accounts" (
	"user_id" "exact_text" PRIMARY KEY NOT NULL,
	"billing_country" "exact_text",
	"payment_method_label" "exact_text",
	"payment_method_added_at" bigint,
	"declined_hold" boolean DEFAULT false NOT NULL,
	"operator_hold" boolean DEFAULT false NOT NULL,
	"held_since" bigint,
	"downgrade_asked_at" bigint,
	"spend_limit" bigint
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"sequence" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" "exact_text" NOT NULL,
	"kind" "exact_text" NOT NULL,
	"reference" "exact_text" NOT NULL,
	"month" integer NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"invoice_id" "exact_text" PRIMARY KEY NOT NULL,
	"user_id" "exact_text" NOT NULL,
	"number" integer NOT NULL,
	"reason" "exact_text" NOT NULL,
	"month" integer NOT NULL,
	"issued_at" bigint NOT NULL,
	"lines" json NOT NULL,
	"usage" bigint NOT NULL,
	"carried_in" bigint NOT NULL,
	"credit" bigint NOT NULL,
	"carried_out" bigint NOT NULL,
	"total" bigint NOT NULL,
	"status" "exact_text" NOT NULL,
	"declines" integer DEFAULT 0 NOT NULL,
	"answered_at" bigint,
	"paid_at" bigint
);
--> statement-breakpoint
CREATE TABLE "ledger_postings" (
	"sequence" bigint NOT NULL,
	"account" "exact_text" NOT NULL,
	"user_id" "exact_text" NOT NULL,
	"month" integer NOT NULL,
	"amount" bigint NOT NULL,
	"balance" bigint NOT NULL,
	CONSTRAINT "ledger_postings_sequence_account_pk" PRIMARY KEY("sequence","account")
);
--> statement-breakpoint
CREATE TABLE "generation_quotes" (
	"generation_id" "exact_text" PRIMARY KEY NOT NULL,
	"billable_seconds" bigint NOT NULL,
	"price_per_second" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reached_alerts" (
	"user_id" "exact_text" NOT NULL,
	"amount" bigint NOT NULL,
	"month" integer NOT NULL,
	"reached_at" bigint NOT NULL,
	CONSTRAINT "reached_alerts_user_id_month_amount_pk" PRIMARY KEY("user_id","month","amount")
);
--> statement-breakpoint
CREATE TABLE "usage" (
	"generation_id" "exact_text" PRIMARY KEY NOT NULL,
	"sequence" bigint GENERATED ALWAYS AS IDENTITY (sequence name "usage_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" "exact_text" NOT NULL,
	"key_id" "exact_text" NOT NULL,
	"model" "exact_text" NOT NULL,
	"billable_seconds" bigint NOT NULL,
	"price_per_second" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"recorded_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_withdrawals" (
	"idempotency_key" "exact_text" PRIMARY KEY NOT NULL,
	"invoice_id" "exact_text" NOT NULL,
	"user_id" "exact_text" NOT NULL,
	"amount" bigint NOT NULL,
	"outcome" "exact_text" NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_apps" (
	"key_id" "exact_text" PRIMARY KEY NOT NULL,
	"app_id" "exact_text" NOT NULL,
	CONSTRAINT "webhook_apps_appId_unique" UNIQUE("app_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"sequence" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_attempts_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" "exact_text" NOT NULL,
	"trigger" "exact_text" NOT NULL,
	"at" bigint NOT NULL,
	"duration_ms" bigint NOT NULL,
	"status_code" integer,
	"error" "exact_text",
	"answer" "exact_text"
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"sequence" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" "exact_text" NOT NULL,
	"message_id" "exact_text" NOT NULL,
	"user_id" "exact_text" NOT NULL,
	"endpoint_id" "exact_text" NOT NULL,
	"status" "exact_text" NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"trigger" "exact_text" DEFAULT 'automatic' NOT NULL,
	"next_attempt_at" bigint,
	"resend_at" bigint,
	"due_at" bigint,
	"created_at" bigint NOT NULL,
	CONSTRAINT "webhook_deliveries_deliveryId_unique" UNIQUE("delivery_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"sequence" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_endpoints_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"endpoint_id" "exact_text" NOT NULL,
	"user_id" "exact_text" NOT NULL,
	"key_id" "exact_text" NOT NULL,
	"mode" "exact_text" NOT NULL,
	"url" "exact_text" NOT NULL,
	"href" "exact_text" NOT NULL,
	"event_types" json NOT NULL,
	"enabled" boolean NOT NULL,
	"disabled_reason" "exact_text",
	"failing_since" bigint,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"updated_by_key_id" "exact_text" NOT NULL,
	"removed_at" bigint,
	CONSTRAINT "webhook_endpoints_endpointId_unique" UNIQUE("endpoint_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_messages" (
	"sequence" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_messages_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" "exact_text" NOT NULL,
	"user_id" "exact_text" NOT NULL,
	"key_id" "exact_text" NOT NULL,
	"mode" "exact_text" NOT NULL,
	"event_type" "exact_text" NOT NULL,
	"event_id" "exact_text" NOT NULL,
	"generation_id" "exact_text",
	"payload" "bytea" NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "webhook_messages_messageId_unique" UNIQUE("message_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_secrets" (
	"sequence" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_secrets_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"endpoint_id" "exact_text" NOT NULL,
	"secret" "exact_text" NOT NULL,
	"created_at" bigint NOT NULL,
	"valid_until" bigint
);
--> statement-breakpoint
CREATE TABLE "generations" (
	"sequence" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "generations_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"generation_id" "exact_text" NOT NULL,
	"project_id" "exact_text" NOT NULL,
	"user_id" "exact_text" NOT NULL,
	"key_id" "exact_text" NOT NULL,
	"model" "exact_text" NOT NULL,
	"status" "exact_text" NOT NULL,
	"sampling" json,
	"params" json,
	"failures" integer DEFAULT 0 NOT NULL,
	"error" "exact_text",
	"error_details" json,
	"has_video" boolean DEFAULT false NOT NULL,
	"created_at" bigint NOT NULL,
	"started_at" bigint,
	"finished_at" bigint,
	CONSTRAINT "generations_generationId_unique" UNIQUE("generation_id")
);
--> statement-breakpoint
CREATE TABLE "outputs" (
	"generation_id" "exact_text" NOT NULL,
	"download_type" "exact_text" NOT NULL,
	"file_name" "exact_text" NOT NULL,
	"extension" "exact_text" NOT NULL,
	"content_type" "exact_text" NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" "exact_text" NOT NULL,
	CONSTRAINT "outputs_generation_id_download_type_pk" PRIMARY KEY("generation_id","download_type")
);
--> statement-breakpoint
CREATE TABLE "project_requests" (
	"user_id" "exact_text" NOT NULL,
	"idempotency_key" "exact_text" NOT NULL,
	"fingerprint" "exact_text" NOT NULL,
	"project_id" "exact_text" NOT NULL,
	CONSTRAINT "project_requests_user_id_idempotency_key_pk" PRIMARY KEY("user_id","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"sequence" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "projects_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" "exact_text" NOT NULL,
	"user_id" "exact_text" NOT NULL,
	"key_id" "exact_text" NOT NULL,
	"status" "exact_text" NOT NULL,
	"original_file_name" "exact_text" NOT NULL,
	"content_type" "exact_text" NOT NULL,
	"file_format" "exact_text",
	"params" json,
	"bytes" bigint,
	"sha256" "exact_text",
	"stored_bytes" bigint DEFAULT 0 NOT NULL,
	"upload_bytes" bigint DEFAULT 0 NOT NULL,
	"duration_seconds" double precision,
	"has_video" boolean,
	"created_at" bigint NOT NULL,
	"uploaded_at" bigint,
	"deleted_at" bigint,
	CONSTRAINT "projects_projectId_unique" UNIQUE("project_id")
);
--> statement-breakpoint
CREATE TABLE "start_requests" (
	"user_id" "exact_text" NOT NULL,
	"idempotency_key" "exact_text" NOT NULL,
	"fingerprint" "exact_text" NOT NULL,
	"generation_id" "exact_text" NOT NULL,
	CONSTRAINT "start_requests_user_id_idempotency_key_pk" PRIMARY KEY("user_id","idempotency_key")
);
--> statement-breakpoint
ALTER TABLE "keys" ADD CONSTRAINT "keys_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_sequence_ledger_entries_sequence_fk" FOREIGN KEY ("sequence") REFERENCES "public"."ledger_entries"("sequence") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generation_quotes" ADD CONSTRAINT "generation_quotes_generation_id_generations_generation_id_fk" FOREIGN KEY ("generation_id") REFERENCES "public"."generations"("generation_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage" ADD CONSTRAINT "usage_generation_id_generations_generation_id_fk" FOREIGN KEY ("generation_id") REFERENCES "public"."generations"("generation_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_apps" ADD CONSTRAINT "webhook_apps_key_id_keys_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."keys"("key_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("delivery_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_message_id_webhook_messages_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."webhook_messages"("message_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_endpoint_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("endpoint_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_key_id_keys_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."keys"("key_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_endpoint_id_webhook_endpoints_endpoint_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("endpoint_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generations" ADD CONSTRAINT "generations_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generations" ADD CONSTRAINT "generations_key_id_keys_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."keys"("key_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outputs" ADD CONSTRAINT "outputs_generation_id_generations_generation_id_fk" FOREIGN KEY ("generation_id") REFERENCES "public"."generations"("generation_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_requests" ADD CONSTRAINT "project_requests_project_id_projects_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("project_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_key_id_keys_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."keys"("key_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "start_requests" ADD CONSTRAINT "start_requests_generation_id_generations_generation_id_fk" FOREIGN KEY ("generation_id") REFERENCES "public"."generations"("generation_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_user" ON "audit_entries" USING btree ("user_id","sequence");--> statement-breakpoint
CREATE INDEX "keys_prefix" ON "keys" USING btree ("key_prefix");--> statement-breakpoint
CREATE INDEX "keys_user" ON "keys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_name" ON "users" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once" ON "ledger_entries" USING btree ("reference","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_end" ON "ledger_entries" USING btree ("reference") WHERE kind in ('charge', 'release');--> statement-breakpoint
CREATE INDEX "ledger_entries_user" ON "ledger_entries" USING btree ("user_id","sequence");--> statement-breakpoint
CREATE INDEX "ledger_entries_kind" ON "ledger_entries" USING btree ("user_id","kind","sequence");--> statement-breakpoint
CREATE INDEX "ledger_entries_month" ON "ledger_entries" USING btree ("month");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("user_id","number");--> statement-breakpoint
CREATE INDEX "invoices_status" ON "invoices" USING btree ("status","answered_at");--> statement-breakpoint
CREATE INDEX "ledger_postings_account" ON "ledger_postings" USING btree ("user_id","account","month","sequence");--> statement-breakpoint
CREATE INDEX "usage_user" ON "usage" USING btree ("user_id","recorded_at","sequence");--> statement-breakpoint
CREATE INDEX "webhook_attempts_delivery" ON "webhook_attempts" USING btree ("delivery_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_place" ON "webhook_deliveries" USING btree ("message_id","endpoint_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("due_at","sequence") WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_account_due" ON "webhook_deliveries" USING btree ("user_id","due_at") WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint_due" ON "webhook_deliveries" USING btree ("user_id","endpoint_id","due_at") WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","sequence");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_account" ON "webhook_deliveries" USING btree ("user_id","sequence");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_status" ON "webhook_deliveries" USING btree ("user_id","status","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_endpoints_place" ON "webhook_endpoints" USING btree ("key_id","mode","href") WHERE removed_at IS NULL;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_user" ON "webhook_endpoints" USING btree ("user_id","sequence") WHERE removed_at IS NULL;--> statement-breakpoint
CREATE INDEX "webhook_messages_test" ON "webhook_messages" USING btree ("user_id","sequence") WHERE generation_id IS NULL;--> statement-breakpoint
CREATE INDEX "webhook_messages_user" ON "webhook_messages" USING btree ("user_id","sequence");--> statement-breakpoint
CREATE INDEX "webhook_messages_created" ON "webhook_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_secrets_endpoint" ON "webhook_secrets" USING btree ("endpoint_id");--> statement-breakpoint
CREATE INDEX "webhook_secrets_ended" ON "webhook_secrets" USING btree ("valid_until") WHERE valid_until IS NOT NULL;--> statement-breakpoint
CREATE INDEX "generations_project" ON "generations" USING btree ("project_id","sequence");--> statement-breakpoint
CREATE INDEX "generations_queued" ON "generations" USING btree ("sequence") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "generations_processing" ON "generations" USING btree ("sequence") WHERE status = 'processing';--> statement-breakpoint
CREATE INDEX "projects_user" ON "projects" USING btree ("user_id","sequence");--> statement-breakpoint
CREATE INDEX "start_requests_generation" ON "start_requests" USING btree ("generation_id");
--> statement-breakpoint
CREATE FUNCTION "cleartake_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE FUNCTION "cleartake_balance"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF abs(new.balance) > 9007199254740991 THEN
		RAISE EXCEPTION 'a balance of the ledger cannot be counted exactly';
	END IF;
	IF new.balance <> new.amount + coalesce((
		SELECT balance FROM ledger_postings WHERE user_id = new.user_id AND account = new.account
		ORDER BY month DESC, sequence DESC LIMIT 1), 0) THEN
		RAISE EXCEPTION 'a balance of the ledger is not the sum of its postings';
	END IF;
	RETURN new;
END $$;
--> statement-breakpoint
CREATE FUNCTION "cleartake_invoice"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF old.status = 'paid' THEN
		RAISE EXCEPTION 'a paid invoice never changes';
	END IF;
	IF (old.invoice_id, old.user_id, old.number, old.reason, old.month, old.issued_at, old.lines::text, old.usage, old.carried_in,
		old.credit, old.carried_out, old.total) IS DISTINCT FROM (new.invoice_id, new.user_id, new.number, new.reason, new.month,
		new.issued_at, new.lines::text, new.usage, new.carried_in, new.credit, new.carried_out, new.total) THEN
		RAISE EXCEPTION 'what an invoice says never changes';
	END IF;
	RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER "ledger_postings_balance" BEFORE INSERT ON "ledger_postings" FOR EACH ROW EXECUTE FUNCTION "cleartake_balance"();
--> statement-breakpoint
CREATE TRIGGER "invoices_keep" BEFORE UPDATE ON "invoices" FOR EACH ROW EXECUTE FUNCTION "cleartake_invoice"();
--> statement-breakpoint
CREATE TRIGGER "invoices_stay" BEFORE DELETE ON "invoices" FOR EACH ROW EXECUTE FUNCTION "cleartake_append_only"();
--> statement-breakpoint
CREATE TRIGGER "invoices_stay_whole" BEFORE TRUNCATE ON "invoices" FOR EACH STATEMENT EXECUTE FUNCTION "cleartake_append_only"();
--> statement-breakpoint
CREATE TRIGGER "audit_entries_stay" BEFORE UPDATE OR DELETE ON "audit_entries" FOR EACH ROW EXECUTE FUNCTION "cleartake_append_only"();
--> statement-breakpoint
CREATE TRIGGER "audit_entries_stay_whole" BEFORE TRUNCATE ON "audit_entries" FOR EACH STATEMENT EXECUTE FUNCTION "cleartake_append_only"();
--> statement-breakpoint
CREATE TRIGGER "usage_stay" BEFORE UPDATE OR DELETE ON "usage" FOR EACH ROW EXECUTE FUNCTION "cleartake_append_only"();
--> statement-breakpoint
CREATE TRIGGER "usage_stay_whole" BEFORE TRUNCATE ON "usage" FOR EACH STATEMENT EXECUTE FUNCTION "cleartake_append_only"();
--> statement-breakpoint
CREATE TRIGGER "generation_quotes_stay" BEFORE UPDATE OR DELETE ON "generation_quotes" FOR EACH ROW EXECUTE FUNCTION "cleartake_append_only"();
--> statement-breakpoint
CREATE TRIGGER "generation_quotes_stay_whole" BEFORE TRUNCATE ON "generation_quotes" FOR EACH STATEMENT EXECUTE FUNCTION "cleartake_append_only"();
--> statement-breakpoint
CREATE TRIGGER "ledger_entries_stay" BEFORE UPDATE OR DELETE ON "ledger_entries" FOR EACH ROW EXECUTE FUNCTION "cleartake_append_only"();
--> statement-breakpoint
CREATE TRIGGER "ledger_entries_stay_whole" BEFORE TRUNCATE ON "ledger_entries" FOR EACH STATEMENT EXECUTE FUNCTION "cleartake_append_only"();
--> statement-breakpoint
CREATE TRIGGER "ledger_postings_stay" BEFORE UPDATE OR DELETE ON "ledger_postings" FOR EACH ROW EXECUTE FUNCTION "cleartake_append_only"();
--> statement-breakpoint
CREATE TRIGGER "ledger_postings_stay_whole" BEFORE TRUNCATE ON "ledger_postings" FOR EACH STATEMENT EXECUTE FUNCTION "cleartake_append_only"();
--> statement-breakpoint
CREATE TRIGGER "reached_alerts_stay" BEFORE UPDATE OR DELETE ON "reached_alerts" FOR EACH ROW EXECUTE FUNCTION "cleartake_append_only"();
--> statement-breakpoint
CREATE TRIGGER "reached_alerts_stay_whole" BEFORE TRUNCATE ON "reached_alerts" FOR EACH STATEMENT EXECUTE FUNCTION "cleartake_append_only"();
--> statement-breakpoint
CREATE TRIGGER "bank_withdrawals_stay" BEFORE UPDATE OR DELETE ON "bank_withdrawals" FOR EACH ROW EXECUTE FUNCTION "cleartake_append_only"();
--> statement-breakpoint
CREATE TRIGGER "bank_withdrawals_stay_whole" BEFORE TRUNCATE ON "bank_withdrawals" FOR EACH STATEMENT EXECUTE FUNCTION "cleartake_append_only"();
