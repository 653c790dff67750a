mod writing;
