import { customType, timestamp, uuid } from "drizzle-orm/pg-core";

/** A column for a time with millisecond precision, exactly as the API shows it. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

export const organizationId = () => uuid("organization_id").notNull();

export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** The type of PostgreSQL's 64-bit transaction IDs. */
export const transactionId = customType<{ data: string }>({ dataType: () => "xid8" });
