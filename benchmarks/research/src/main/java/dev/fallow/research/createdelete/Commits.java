package dev.fallow.research.createdelete;

/** Flushes a file after each so many creations and deletions. */
public final class Commits {
    private final Library.OpenFile file;
    private final int interval;
    private int since;

    private Commits(Library.OpenFile file, int interval) {
        this.file = file;
        this.interval = interval;
    }

    /**
     * The root group of a file, whose changes and those of its groups are counted together.
     *
     * @param interval the number of creations and deletions between flushes; 0 for none before the file is closed
     */
    public static Holder root(Library.OpenFile file, int interval) {
        return interval == 0 ? file.root() : new Commits(file, interval).new Counted(file.root());
    }

    private void changed() {
        since++;
        if (since == interval) {
            since = 0;
            file.flush();
        }
    }

    private final class Counted implements Holder {
        private final Holder holder;

        Counted(Holder holder) {
            this.holder = holder;
        }

        @Override
        public Holder createGroup(String name) {
            Holder group = new Counted(holder.createGroup(name));
            changed();
            return group;
        }

        @Override
        public Holder openGroup(String name) {
            return new Counted(holder.openGroup(name));
        }

        @Override
        public void createDataset(String name, int elements) {
            holder.createDataset(name, elements);
            changed();
        }

        @Override
        public void createAttribute(String name, int value) {
            holder.createAttribute(name, value);
            changed();
        }

        @Override
        public void delete(String name) {
            holder.delete(name);
            changed();
        }

        @Override
        public void deleteAttribute(String name) {
            holder.deleteAttribute(name);
            changed();
        }

        @Override
        public void close() {
            holder.close();
        }
    }
}
