CREATE INDEX "bookings_store_uid_phone_index" ON "bookings" USING btree ("store_uid","phone");--> statement-breakpoint
CREATE INDEX "leads_store_uid_phone_index" ON "leads" USING btree ("store_uid","phone");--> statement-breakpoint
CREATE INDEX "outbox_recipient_idx" ON "outbox" USING btree ("store_uid","recipient");