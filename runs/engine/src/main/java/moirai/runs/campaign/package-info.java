/**
 * The records of a campaign: a matrix of runs that is executed night after night. A {@link
 * moirai.runs.campaign.Night} is one execution of a campaign file, a {@link moirai.runs.campaign.Cell} one run of it,
 * and a {@link moirai.runs.campaign.CellResult} what became of that run.
 *
 * <p>It must not run anything, and it must not judge histories: a result repeats what the run's own files say. Nights
 * are kept in {@code campaigns/<campaign>/<time>} of the store (see {@link moirai.runs.campaign.NightDirectory}), with
 * one line of {@code results.jsonl} for each cell that is over. Start reading at {@link
 * moirai.runs.campaign.CampaignStore}.
 */
@NullMarked
package moirai.runs.campaign;

import org.jspecify.annotations.NullMarked;
