/**
 * SmallBank: customers with a savings and a checking account each (Alomari, Cahill, Fekete, Röhm 2008, "The Cost of
 * Serializability on Platforms That Use Snapshot Isolation", section III), with the sixth transaction, sendPayment,
 * that OLTP-Bench added (Difallah et al. 2013). Must not know the database that it runs on.
 */
@NullMarked
package moirai.programs.smallbank;

import org.jspecify.annotations.NullMarked;
