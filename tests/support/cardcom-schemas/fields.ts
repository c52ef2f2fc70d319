import { z } from 'zod';

/** Field kinds that several calls share: first of what we send, then of what CardCom sends. */
export const terminal = { TerminalNumber: z.int32(), ApiName: z.string().min(1) };
export const withPassword = { ApiName: z.string().min(1), ApiPassword: z.string().min(1) };

export const text = z.string().optional();
export const text50 = z.string().max(50).optional();
export const text250 = z.string().max(250).optional();
export const flag = z.boolean().optional();
/** Shekels, not agorot. */
export const shekels = z.number().multipleOf(0.01);
export const payments = z.int32().min(1).max(36).optional();

export const jValidateType = z.literal([2, 5]).optional();
export const creditType = z.literal([1, 6]).optional();
export const beneficiary = z.string().max(15).optional();
export const customFields = z
  .array(z.strictObject({ Id: z.int().min(1).max(25), Value: z.string().max(50) }))
  .optional();

/** The password goes with refunds and with the calls about documents, never with a charge. */
export const passwordOnlyForRefund = (refund: boolean | undefined, password: string | undefined) =>
  (refund === true) === (password !== undefined);

export const said = z.string().nullish();
export const whole = z.int().nullish();
export const sum = z.number().nullish();
export const yesOrNo = z.boolean().nullish();
export const outcome = { ResponseCode: z.int32(), Description: said };
export const filledFields = z.array(z.looseObject({ Id: z.int(), Value: said })).nullish();

/** 700 and 701 are the successes of J2 and J5. A refusal need fill nothing beside its code. */
export const successHas =
  (...keys: string[]) =>
  (reply: { ResponseCode: number; [key: string]: unknown }) =>
    ![0, 700, 701].includes(reply.ResponseCode) || keys.every((key) => reply[key] != null);
