import { z } from 'zod';

/** How messages that a customer asks for are sent. Neither way: none. */
export const waysForm = z.strictObject({ by_sms: z.boolean(), by_email: z.boolean() });
