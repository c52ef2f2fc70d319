import { completeHandover, setStep } from '#server/office/fulfilment/handover.ts';
import { addFile, removeFile } from '#server/office/fulfilment/papers.ts';
import { setVehicle } from '#server/office/fulfilment/vehicles.ts';

/** What the panels of vehicles and handover do, for the order page's action. */
export const fulfilmentCalls = {
  vehicle: setVehicle,
  step: setStep,
  'add-file': addFile,
  'remove-file': removeFile,
  'hand-over': completeHandover,
};

export const fulfilmentSays = {
  vehicle: 'המספרים נשמרו',
  'remove-file': 'הקובץ הוסר',
  'hand-over': 'המסירה הושלמה',
};
