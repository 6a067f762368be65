import { customType, timestamp, uuid } from "drizzle-orm/pg-core";

/** A moment, to the millisecond: what the wire shows is exactly what is stored. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

export const organizationId = () => uuid("organization_id").notNull();

export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** The type of PostgreSQL's 64-bit transaction ids. */
export const transactionId = customType<{ data: string }>({ dataType: () => "xid8" });
