/**
 * SEATS: an airline's customers look for flights and reserve seats (Stonebraker, Pavlo, the Stonebraker Electronic
 * Airline Ticketing System; OLTP-Bench, Difallah et al. 2013). Must not know on which database it runs.
 *
 * <p>What no transaction treats differently is left out: of twenty attributes of customers, frequent flyers and
 * reservations, those that are read or written are kept. Times are minutes from some day on. What the database adds up
 * in place there is read and written here, as in the programs of CLOTHO's evaluation.
 */
@NullMarked
package moirai.studies.programs.seats;

import org.jspecify.annotations.NullMarked;
