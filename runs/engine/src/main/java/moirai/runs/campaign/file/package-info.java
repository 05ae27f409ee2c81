/**
 * The file that describes a campaign: read from YAML, checked, and made into the cells of a night.
 *
 * <p>Whatever is wrong with a file is told with file, line, column, the value, and what would be accepted. Nothing is
 * started here, and options of {@code moirai run} are known by their names alone: their values are checked by the
 * command itself. Start reading at {@link moirai.runs.campaign.file.CampaignReader}, then {@link
 * moirai.runs.campaign.file.CampaignPlan}.
 */
@NullMarked
package moirai.runs.campaign.file;

import org.jspecify.annotations.NullMarked;
