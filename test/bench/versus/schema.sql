-- The catalogue as the alternatives hold it: the columns of the entries, and the indexes that the six queries want.
-- What can be computed once is stored: UTC and the path in the archive.

CREATE TABLE strain_file (
  id INTEGER PRIMARY KEY,
  gps_start INTEGER NOT NULL,
  utc_start TEXT NOT NULL,
  detector TEXT NOT NULL,
  sample_rate_khz INTEGER NOT NULL,
  archive_path TEXT NOT NULL -- without the extension
);
CREATE UNIQUE INDEX strain_file_order ON strain_file (gps_start, detector, sample_rate_khz);
CREATE INDEX strain_file_series ON strain_file (detector, sample_rate_khz, gps_start);

CREATE TABLE event_version (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  gps REAL NOT NULL,
  catalog TEXT NOT NULL,
  doi TEXT,
  detectors TEXT NOT NULL -- JSON
);
CREATE UNIQUE INDEX event_version_order ON event_version (gps DESC, name, version);
CREATE INDEX event_version_catalog ON event_version (catalog, gps DESC, name, version);

CREATE TABLE default_parameter (
  id INTEGER PRIMARY KEY, -- in the order of the listing
  name TEXT NOT NULL UNIQUE,
  unit TEXT NOT NULL,
  description TEXT NOT NULL
);

CREATE TABLE parameter_value (
  id INTEGER PRIMARY KEY,
  event_version_id INTEGER NOT NULL REFERENCES event_version (id),
  parameter_id INTEGER NOT NULL REFERENCES default_parameter (id),
  best REAL NOT NULL,
  upper_error REAL,
  lower_error REAL,
  is_upper_limit INTEGER NOT NULL,
  is_lower_limit INTEGER NOT NULL
);
CREATE UNIQUE INDEX parameter_value_of ON parameter_value (event_version_id, parameter_id);
CREATE INDEX parameter_value_best ON parameter_value (parameter_id, best, event_version_id);
