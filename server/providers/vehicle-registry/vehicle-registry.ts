/** What the registry says of a plate, as it writes it. */
export type RegisteredVehicle = { make: string; model: string; year: number };

export interface VehicleRegistry {
  /**
   * @param plate digits
   * @returns `null` where the registry knows no such plate
   * @throws RegistryAway
   */
  find(plate: string): Promise<RegisteredVehicle | null>;
  /** A call that asks for no plate. @returns a description of what answers @throws RegistryAway */
  check(): Promise<string>;
}
