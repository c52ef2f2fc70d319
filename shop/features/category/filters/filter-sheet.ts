export const SHEET_ID = 'filters';

/** Closes the sheet, where it is open. */
export const closeFilters = (): void => {
  const sheet = document.getElementById(SHEET_ID);
  if (sheet?.matches(':popover-open')) sheet.hidePopover();
};
