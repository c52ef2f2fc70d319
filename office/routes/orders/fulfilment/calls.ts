import { acceptTask, refuseTask } from '#server/office/fulfilment/decide-task.ts';
import { completeHandover, setStep } from '#server/office/fulfilment/handover.ts';
import { addFile, removeFile } from '#server/office/fulfilment/papers.ts';
import { correctReturned } from '#server/office/fulfilment/returned-vehicles.ts';
import { setVehicle } from '#server/office/fulfilment/vehicles.ts';

/** What the panels of vehicles and handover do, and which vehicles came back, for the order page's action. */
export const fulfilmentCalls = {
  vehicle: setVehicle,
  returned: correctReturned,
  step: setStep,
  'accept-task': acceptTask,
  'refuse-task': refuseTask,
  'add-file': addFile,
  'remove-file': removeFile,
  'hand-over': completeHandover,
};

export const fulfilmentSays = {
  vehicle: 'המספרים נשמרו',
  returned: 'התיקון נרשם',
  'accept-task': 'אושר, והשלב סומן',
  'refuse-task': 'נדחה, והלקוח קיבל הודעה',
  'remove-file': 'הקובץ הוסר',
  'hand-over': 'המסירה הושלמה',
};
