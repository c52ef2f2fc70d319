import { data } from 'react-router';
import { beginNewPasskey } from '#server/office/account/passkeys.ts';
import { askForProof } from '#server/office/account/prove.ts';
import { Refusal, refuse } from '#server/platform/errors.ts';
import { takeOrRefuse } from '#server/platform/limits.ts';
import { beginPasskey } from '#server/staff/join.ts';
import { askForPasskey } from '#server/staff/passkeys.ts';
import { officeContextOf } from '../../context.ts';
import type { Route } from './+types/passkey-options.ts';

export const loader = () => {
  throw data(null, { status: 404 });
};

/** What the browser asks a passkey for, or makes one with (`components/factors/passkey-button.tsx`). */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = officeContextOf(context);
  const form = await request.formData();
  try {
    switch (form.get('for')) {
      case 'sign-in':
        await takeOrRefuse(ctx, [{ policy: 'staff_passkey' }]);
        return Response.json(await askForPasskey(ctx, 'sign-in', null));
      case 'enrol':
        return Response.json(await beginPasskey(ctx, String(form.get('ticket'))));
      case 'prove':
        return Response.json(await askForProof(ctx, {}));
      case 'add':
        return Response.json(await beginNewPasskey(ctx, {}));
      default:
        throw refuse('BAD_REQUEST');
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return Response.json({ message: error.message, code: error.code }, { status: error.status });
  }
}
