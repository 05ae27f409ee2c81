package moirai.runs.campaign.changes;

import moirai.runs.campaign.trends.FigureTrend;

/** A figure of a cell that left the level which it had before. */
public record FigureChange(String cell, Figure figure, FigureTrend trend) {

    /** Returns whether the new level is worse than the old one. */
    public boolean isWorse() {
        return trend.now() < trend.before() == figure.isBetterHigher();
    }
}
